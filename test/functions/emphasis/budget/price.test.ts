import { expect, test } from '@jest/globals';
import { mostCost, realCost, tokenPrice } from '../../../../functions/emphasis/budget/price.ts';
import { rankingRequest } from '../../../../functions/emphasis/prompt.ts';
import { candidateWords } from '../../../../functions/emphasis/words.ts';

const prices = { input: 35_000, output: 140_000 };

const requestFor = (text: string, asked = 1) =>
  rankingRequest('us.amazon.nova-micro-v1:0', {
    text,
    words: candidateWords(text).slice(0, 500),
    asked,
  });

/** The most tokens of a request and of its answer. */
const tokens = (text: string, asked?: number) => ({
  input: mostCost(requestFor(text, asked), { input: 1, output: 0 }),
  output: mostCost(requestFor(text, asked), { input: 0, output: 1 }),
});

test.each([
  [0.035, 35_000],
  [0.14, 140_000],
  [15, 15_000_000],
  [0.000_000_1, 1],
  [0.035_000_1, 35_001],
])('a million tokens for %p USD are %p picodollars each, rounded up', (usd, price) => {
  expect(tokenPrice(usd)).toBe(price);
});

test('a request has at most a token per byte, and 2,000 that Bedrock adds', () => {
  const request = requestFor('Run!');
  const said = Buffer.byteLength(
    JSON.stringify([request.system, request.messages, request.toolConfig]),
  );
  const { input } = tokens('Run!');
  expect(input).toBeGreaterThanOrEqual(said + 2_000);
  expect(input).toBeLessThan(said + 2_200);
  const longer = (text: string) => tokens(`Run${text}!`).input - input;
  expect(['s', 'ß', 'é', '😀'].map(longer)).toEqual([1, 2, 3, 4]);
});

test('also if the tokenizer normalizes texts', () => {
  // U+FDFA has three bytes. Its NFKC, a sentence, has 33.
  const ligatures = '\uFDFA'.repeat(1_000);
  expect(ligatures.normalize('NFKC')).toHaveLength(18_000);
  expect(tokens(ligatures).input).toBeGreaterThan(33_000);
  // No surrogate pair is split: a note of four bytes is two units.
  const notes = (count: number) => tokens('\u{1D15E}'.repeat(count)).input;
  expect(notes(200) - notes(100)).toBe(800);
});

test("an answer has at most its limit's tokens", () => {
  expect(tokens('Run!', 1).output).toBe(106);
  expect(tokens('Run!', 100).output).toBe(700);
});

test('the costs of both are added', () => {
  const { input, output } = tokens('Run!');
  expect(mostCost(requestFor('Run!'), prices)).toBe(input * 35_000 + output * 140_000);
});

test('the real cost is that of the tokens', () => {
  expect(realCost({ inputTokens: 300, outputTokens: 20 }, prices)).toBe(13_300_000);
  expect(realCost({ inputTokens: 0, outputTokens: 0 }, prices)).toBe(0);
});

test.each([
  undefined,
  {},
  { inputTokens: 300 },
  { outputTokens: 20 },
  { inputTokens: -300, outputTokens: 20 },
  { inputTokens: 300, outputTokens: 0.5 },
  { inputTokens: 300, outputTokens: Number.NaN },
  { inputTokens: 1e300, outputTokens: 20 },
  { inputTokens: '300', outputTokens: '20' },
  { inputTokens: null, outputTokens: 20 },
])('a usage of %j is ignored', (usage) => {
  expect(realCost(usage as never, prices)).toBeUndefined();
});
