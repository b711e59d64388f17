/** The stage's model in Bedrock. */
import type { ConverseCommandOutput } from '@aws-sdk/client-bedrock-runtime';
import type { Word } from '../text/word.ts';
import { rankedNumbers } from './bedrock-answer.ts';
import { foundationModel } from './inference-profile.ts';
import type { EmphasisModel } from './model.ts';
import { raiseNegations } from './negation.ts';
import { type RankingRequest, rankingRequest } from './prompt.ts';

/** The most words that are offered. This bounds the cost of a request. */
const mostOffered = 500;

/** The most words that the model is asked to rank. This bounds the time it writes. */
const mostAsked = 100;

/** Calls Bedrock once, within the time that is left of the request, in milliseconds. */
export type Converse = (
  request: RankingRequest,
  timeLeft: () => number,
) => Promise<ConverseCommandOutput>;

/**
 * Creates the model. It rejects with the error of `converse`, or if Bedrock returns no ranking.
 *
 * @param inferenceProfile - its id, e.g. `us.amazon.nova-micro-v1:0`.
 * @param embedded - ranks what Bedrock leaves unranked, and selects the words to offer if there are too many. Called
 *   only if needed.
 */
export const bedrockModel = (
  converse: Converse,
  inferenceProfile: string,
  embedded: EmphasisModel,
): EmphasisModel => {
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
    return { model, ...raiseNegations(text, words, [...new Set([...ranked, ...rest])]) };
  };
};

const ascending = (one: number, other: number): number => one - other;

/** Of two adjacent words only one can be bold by itself, so another one may be needed. */
const touchesNext = ({ end }: Word, index: number, words: readonly Word[]): boolean =>
  words[index + 1]?.start === end;
