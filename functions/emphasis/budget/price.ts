/**
 * The cost of a request to Bedrock, in picodollars (10⁻¹² US dollars), so that token prices and daily sums are
 * integers. Rounded up.
 */
import type { TokenUsage } from '@aws-sdk/client-bedrock-runtime';
import type { RankingRequest } from '../prompt.ts';

export const picodollars = 1e12;

/** The prices of a model, in picodollars per token. */
export interface Prices {
  readonly input: number;
  readonly output: number;
}

/**
 * The most tokens that Bedrock adds to a request, for roles and the description of tools. All documented
 * numbers are below 600.
 *
 * https://docs.anthropic.com/en/docs/agents-and-tools/tool-use/overview#pricing
 */
const addedTokens = 2_000;

/** The price of a token, from the price of a million in US dollars. */
export const tokenPrice = (usdPerMillion: number): number =>
  Math.ceil((usdPerMillion * picodollars) / 1e6);

/**
 * The most that a request can cost. A token has at least one byte of UTF-8, but a tokenizer may normalize a
 * text first; NFKD is the longest form, with up to eleven bytes for one.
 *
 * https://google.github.io/sentencepiece/doc/normalization/
 */
export const mostCost = (request: RankingRequest, { input, output }: Prices): number => {
  const json = JSON.stringify(request);
  const bytes = Math.max(Buffer.byteLength(json), Buffer.byteLength(decomposed(json)));
  return (bytes + addedTokens) * input + request.inferenceConfig.maxTokens * output;
};

/**
 * A text in NFKD, except for the order of combining marks. Sorting thousands of marks is slow, so the text is
 * normalized in pieces of 64 characters.
 */
const decomposed = (text: string): string =>
  text.replace(/[\u0080-\u{10ffff}]{1,64}/gu, (piece) => piece.normalize('NFKD'));

/** The cost of a request by the answer's `usage`; `undefined` if it is missing. */
export const realCost = (
  usage: Partial<TokenUsage> | undefined,
  { input, output }: Prices,
): number | undefined => {
  const { inputTokens, outputTokens } = usage ?? {};
  return isCount(inputTokens) && isCount(outputTokens)
    ? inputTokens * input + outputTokens * output
    : undefined;
};

/** Whether a value is a plausible number of tokens. */
const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) < 1e7;
