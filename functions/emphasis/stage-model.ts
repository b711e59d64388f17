import { ConverseCommand } from '@aws-sdk/client-bedrock-runtime';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createBedrock } from '../aws/bedrock.ts';
import type { SettingsFor } from '../environment/environment.ts';
import { createLeasedBudget, mostCost, picodollars, realCost, tokenPrice } from './budget.ts';
import { isTimeout, noRanking, reportFallback } from './fallback.ts';
import type { EmphasisModel, Word } from './model.ts';
import { foundationModel, rankedNumbers, rankingRequest, toolName } from './prompt.ts';
import { timeForBedrock, timeToBegin, timeToTryAgain, within } from './time-limits.ts';

/** The most words that are offered. This bounds the cost of a request. */
const mostOffered = 500;

/** The most words that the model is asked to rank. This bounds the time it writes. */
const mostRanked = 100;

/** A pause is random, between these milliseconds, so that the environments do not try again all at once. */
const shortestPause = 20_000;
const longestPause = 50_000;

/** The embedded model, loaded at its first use: most functions with a Bedrock model never use it. */
const rankByEmbedded = async (text: string, words: readonly Word[]) => {
  const { rankEmbedded } = await import('./embedded.ts');
  return rankEmbedded(text, words);
};

/**
 * The stage's model: the one in Bedrock, with the embedded one as fallback, or the embedded one alone. `warm` resolves
 * after the warm-up of Bedrock's client.
 */
export const createStageModel = (
  settings: SettingsFor<{
    STAGE: [];
    QUOTA_TABLE: [];
    BEDROCK_MODEL: ['optional', 'bedrock:InvokeModel'];
  }>,
  dynamodb: DynamoDBClient,
): { readonly rank: EmphasisModel; readonly warm?: Promise<void> } => {
  const { STAGE, BEDROCK_MODEL, QUOTA_TABLE } = settings;
  if (BEDROCK_MODEL === undefined) return { rank: rankByEmbedded };
  const { inferenceProfile, usdPerDay, usdPerMillionTokens } = BEDROCK_MODEL;
  const model = foundationModel(inferenceProfile);
  const client = createBedrock();
  const prices = {
    input: tokenPrice(usdPerMillionTokens.input),
    output: tokenPrice(usdPerMillionTokens.output),
  };
  const reserve = createLeasedBudget({
    client: dynamodb,
    tableName: QUOTA_TABLE,
    cap: Math.floor(usdPerDay * picodollars),
    stage: STAGE,
  });
  /** Set after a time-out, until Bedrock answers: waiting would use up the concurrency that all endpoints share. */
  let pausedUntil: number | undefined;

  const rank: EmphasisModel = async (text, words, count, deadline) => {
    if (words.length === 0) return rankByEmbedded(text, words);
    try {
      if (pausedUntil !== undefined && Date.now() < pausedUntil) {
        throw noRanking('paused', 'Bedrock did not answer a moment ago');
      }
      const longest = pausedUntil === undefined ? Number.POSITIVE_INFINITY : timeToTryAgain;
      const timeLeft = () => Math.min(deadline - Date.now(), longest);
      // Bedrock did not time out, so this sets no pause.
      if (timeLeft() < timeToBegin) throw noRanking('timed-out', 'No time is left');

      const everyIndex = [...words.keys()];
      const embeddedOrder = async () => bestFirst((await rankByEmbedded(text, words)).scores);
      const preselection = words.length > mostOffered ? await embeddedOrder() : undefined;
      const offered = preselection?.slice(0, mostOffered).sort((a, b) => a - b) ?? everyIndex;
      const request = rankingRequest(inferenceProfile, {
        text,
        words: offered.map((index) => words[index] as Word),
        count: Math.min(count, mostRanked),
      });

      const most = mostCost(request, prices);
      const charge = await reserve(most);

      const command = new ConverseCommand(request);
      const answer = await within(timeForBedrock(timeLeft()), client.send(command));
      pausedUntil = undefined;

      // A failed call, or one without `usage`, counts as spent in full, since it may have been billed.
      const cost = realCost(answer.usage, prices) ?? most;
      charge(cost);
      // Then the price list or the estimate is wrong. The lease pays the whole cost all the same.
      const message = 'A request to Bedrock cost more than its reservation';
      if (cost > most) console.warn({ message, most, cost });

      const numbers = rankedNumbers(answer, offered.length);
      const ranked = numbers.map((number) => offered[number - 1] as number);
      const isEnough = ranked.length >= count && !words.some(touchesNext);
      const rest = isEnough ? everyIndex : (preselection ?? (await embeddedOrder()));
      const scores = new Float64Array(words.length);
      for (const [place, index] of [...new Set([...ranked, ...rest])].entries())
        scores[index] = -place;
      return { model, scores, leastOfModel: 1 - ranked.length, rise: 1 };
    } catch (error) {
      if (isTimeout(error)) {
        pausedUntil = Date.now() + shortestPause + Math.random() * (longestPause - shortestPause);
      }
      reportFallback(STAGE, error);
      return rankByEmbedded(text, words);
    }
  };

  const warmUp = () => {
    const request = rankingRequest(inferenceProfile, { text: '', words: [], count: 1 });
    return client.send(new ConverseCommand(request));
  };
  return { rank, warm: client.warmUp(cannedResponse, warmUp) };
};

const bestFirst = (scores: Float64Array): number[] =>
  [...scores.keys()].sort((left, right) => (scores[right] as number) - (scores[left] as number));

/** Whether a word touches the next. Only one of the two can be bold by itself, so a further word may be needed. */
const touchesNext = ({ end }: Word, index: number, words: readonly Word[]): boolean =>
  words[index + 1]?.start === end;

const cannedResponse = JSON.stringify({
  output: { message: { content: [{ toolUse: { name: toolName, input: { ranking: [1] } } }] } },
});
