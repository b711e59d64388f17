/**
 * What a request to Bedrock costs: in picodollars, 10⁻¹² of a US dollar, so that prices of a token and sums
 * of a day are integers alike. What is rounded is rounded up.
 */
import type { TokenUsage } from '@aws-sdk/client-bedrock-runtime';
import type { RankingRequest } from '../prompt.ts';

/** Picodollars in a US dollar. */
export const picodollars = 1e12;

/** The prices of a model, in picodollars a token. */
export interface Prices {
  readonly input: number;
  readonly output: number;
}

/**
 * The most tokens that are put around what a request says: the marks of roles, and the prompt by which a
 * model is told how to call a tool. Of those that are documented none has as many as 600.
 *
 * See https://docs.anthropic.com/en/docs/agents-and-tools/tool-use/overview#pricing
 */
const addedTokens = 2_000;

/** The price of a token, where a million of them cost so many US dollars. */
export const tokenPrice = (usdPerMillion: number): number =>
  Math.ceil((usdPerMillion * picodollars) / 1e6);

/**
 * The most that a request can cost. Tokens are pieces of UTF-8, so none has less than a byte. A tokenizer
 * may normalize a text first, though, and make as many as eleven bytes of one; in NFKD it is longest.
 *
 * See https://google.github.io/sentencepiece/doc/normalization/
 */
export const mostCost = (request: RankingRequest, { input, output }: Prices): number => {
  const said = JSON.stringify(request);
  const bytes = Math.max(Buffer.byteLength(said), Buffer.byteLength(decomposed(said)));
  return (bytes + addedTokens) * input + request.inferenceConfig.maxTokens * output;
};

/**
 * A text in NFKD, but for the order of marks that stand on one letter. To sort thousands of them takes
 * longer than all else that is done with a text, so they are taken 64 at a time.
 */
const decomposed = (text: string): string =>
  text.replace(/[\u0080-\u{10ffff}]{1,64}/gu, (piece) => piece.normalize('NFKD'));

/** What a request did cost, as the answer's `usage` says it; `undefined` where it does not say. */
export const realCost = (
  usage: Partial<TokenUsage> | undefined,
  { input, output }: Prices,
): number | undefined => {
  const { inputTokens, outputTokens } = usage ?? {};
  return isCount(inputTokens) && isCount(outputTokens)
    ? inputTokens * input + outputTokens * output
    : undefined;
};

/** Whether it is a number of tokens, of which no model takes or gives ten million. */
const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) < 1e7;
