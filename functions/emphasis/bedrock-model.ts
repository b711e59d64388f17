/** The model in Bedrock that the stage names. */
import type { ConverseCommandOutput } from '@aws-sdk/client-bedrock-runtime';
import type { Word } from '../text/word.ts';
import { rankedNumbers } from './bedrock-answer.ts';
import { foundationModel } from './inference-profile.ts';
import type { EmphasisModel } from './model.ts';
import { type RankingRequest, rankingRequest } from './prompt.ts';

/** The most words that are numbered. They bound what a request costs, whatever the text. */
const mostOffered = 500;

/** The most words that the model is asked to rank. They bound how long it writes. */
const mostAsked = 100;

/** Asks Bedrock once, for no longer than so many milliseconds are left of the request's time. */
export type Converse = (
  request: RankingRequest,
  timeLeft: () => number,
) => Promise<ConverseCommandOutput>;

/** What {@link bedrockModel} takes. */
export interface BedrockModelOptions {
  readonly converse: Converse;
  /** The id of the inference profile, e.g. `us.amazon.nova-micro-v1:0`. */
  readonly inferenceProfile: string;
  /**
   * Ranks what Bedrock leaves unranked, and of a text with too many words chooses those to offer. It
   * is asked only where that matters.
   */
  readonly embedded: EmphasisModel;
}

/**
 * Makes the Bedrock model.
 *
 * It rejects with what `converse` does, or with an `AnswerError`, when Bedrock does not rank.
 */
export const bedrockModel = ({
  converse,
  inferenceProfile,
  embedded,
}: BedrockModelOptions): EmphasisModel => {
  const model = foundationModel(inferenceProfile);
  return async (text, words, count, timeLeft) => {
    const everyIndex = [...words.keys()];
    const embeddedOrder = async () => (await embedded(text, words, count, timeLeft)).order;
    const preselection = words.length > mostOffered ? await embeddedOrder() : undefined;
    const offered = preselection?.slice(0, mostOffered).sort(ascending) ?? everyIndex;
    const request = rankingRequest(inferenceProfile, {
      text,
      words: offered.map((index) => words[index] as Word),
      asked: Math.min(count, mostAsked),
    });
    const answer = await converse(request, timeLeft);
    const ranked = rankedNumbers(answer, offered.length).map(
      (number) => offered[number - 1] as number,
    );
    const isEnough = ranked.length >= count && !words.some(touchesNext);
    const rest = isEnough ? everyIndex : (preselection ?? (await embeddedOrder()));
    return { model, order: [...new Set([...ranked, ...rest])] };
  };
};

const ascending = (one: number, other: number): number => one - other;

/** Of two words with nothing between them only one can be bold on its own, so a further one may be wanted. */
const touchesNext = ({ end }: Word, index: number, words: readonly Word[]): boolean =>
  words[index + 1]?.start === end;
