/** The models as `npm run match` asks them: each text once, with its cost and its time. */
import { type BedrockRuntimeClient, ConverseCommand } from '@aws-sdk/client-bedrock-runtime';
import { bedrockModel, type Converse } from '../../functions/emphasis/bedrock-model.ts';
import { chosenCount } from '../../functions/emphasis/bold.ts';
import {
  mostCost,
  type Prices,
  realCost,
  tokenPrice,
} from '../../functions/emphasis/budget/price.ts';
import { rankEmbedded } from '../../functions/emphasis/embedded.ts';
import { type FallbackReason, withFallback } from '../../functions/emphasis/fallback.ts';
import type { EmphasisModel } from '../../functions/emphasis/model.ts';
import { toolName } from '../../functions/emphasis/prompt.ts';
import type { BedrockModel } from '../../lib/settings/stages.ts';
import type { Example } from '../fit-emphasis/data.ts';

/** What a model made of a text. */
export interface Choice {
  /** The words, ranked. */
  readonly order: readonly number[];
  /** How long it took, in milliseconds. */
  readonly time: number;
  /** What it cost, in picodollars; the most that it can have, where Bedrock did not say. */
  readonly cost: number;
  /** Why the embedded model chose in its place. */
  readonly fallback?: { readonly reason: FallbackReason; readonly error: unknown };
}

const embedded: EmphasisModel = async (text, words) => rankEmbedded(text, words);
const noHurry = () => Number.POSITIVE_INFINITY;

/** As many words as callers get who say nothing else, and no fewer than Match_m looks at. */
const countOf = ({ words }: Example): number =>
  Math.min(words.length, Math.max(4, chosenCount(words.length, 0.3)));

/** Asks the embedded model. */
export const chooseEmbedded = ({ text, words }: Example): Choice => {
  const start = performance.now();
  const { order } = rankEmbedded(text, words);
  return { order, time: performance.now() - start, cost: 0 };
};

const pricesOf = ({ usdPerMillionTokens: { input, output } }: BedrockModel): Prices => ({
  input: tokenPrice(input),
  output: tokenPrice(output),
});

/** Asks the model in Bedrock, as the service does: once, and the embedded one where it fails. */
export const chooseInBedrock = async (
  client: BedrockRuntimeClient,
  emphasis: BedrockModel,
  example: Example,
): Promise<Choice> => {
  const prices = pricesOf(emphasis);
  let cost = 0;
  let time = 0;
  let fallback: Choice['fallback'];
  const converse: Converse = async (request) => {
    cost = mostCost(request, prices);
    const start = performance.now();
    try {
      const answer = await client.send(new ConverseCommand(request));
      cost = realCost(answer.usage, prices) ?? cost;
      return answer;
    } finally {
      time = performance.now() - start;
    }
  };
  const model = bedrockModel({ ...emphasis, converse, embedded });
  const rank = withFallback(model, embedded, (reason, error) => {
    fallback = { reason, error };
  });
  const { order } = await rank(example.text, example.words, countOf(example), noHurry);
  return { order, time, cost, ...(fallback && { fallback }) };
};

/** The most that {@link chooseInBedrock} can cost, in picodollars. */
export const mostCostInBedrock = async (
  emphasis: BedrockModel,
  example: Example,
): Promise<number> => {
  let cost = 0;
  const converse: Converse = async (request) => {
    cost = mostCost(request, pricesOf(emphasis));
    return rankedFirst;
  };
  const model = bedrockModel({ ...emphasis, converse, embedded });
  if (example.words.length > 0) await model(example.text, example.words, countOf(example), noHurry);
  return cost;
};

/** An answer that nobody gave. */
const rankedFirst: Awaited<ReturnType<Converse>> = {
  $metadata: {},
  stopReason: 'tool_use',
  output: {
    message: {
      role: 'assistant',
      content: [{ toolUse: { toolUseId: 'none', name: toolName, input: { ranking: [1] } } }],
    },
  },
  usage: undefined,
  metrics: undefined,
};
