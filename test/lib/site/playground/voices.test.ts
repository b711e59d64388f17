import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { chooseWords, chosenCount, withBold } from '../../../../functions/emphasis/bold.ts';
import type { Word } from '../../../../functions/emphasis/model.ts';
import { candidateWords } from '../../../../functions/emphasis/words.ts';
import { maxIntensity } from '../../../../functions/endpoints/capitalization.ts';
import { previewEmphasis } from '../../../../lib/site/playground/emphasis.ts';
import {
  linkedRequest,
  linkHash,
  splitResult,
  toBody,
  toFacts,
  voiceNames,
  voices,
} from '../../../../lib/site/playground/voices.ts';
import { codePoint } from '../../../support/properties.ts';
import { newKey, sharedDemo } from '../../../support/service.ts';

const service = sharedDemo();

const requests = fc.constantFrom(...voiceNames).chain((voice) => {
  const { min = 1, max = 1, step = 1 } = voices[voice].setting ?? {};
  return fc.record({
    voice: fc.constant(voice),
    text: fc.string({ unit: codePoint, minLength: 1 }),
    value: fc
      .integer({ min: Math.round(min / step), max: Math.round(max / step) })
      .map((steps) => Number((steps * step).toFixed(2))),
  });
});

test('the page computes what the service answers, for any text in any voice', async () => {
  const property = fc.asyncProperty(requests, async (asked) => {
    const answer = await fetch(`${service.url}/v1/${asked.voice}`, {
      method: 'POST',
      headers: { 'X-API-Key': newKey(), 'Content-Type': 'application/json' },
      body: toBody(asked),
    });
    expect(answer.status).toBe(200);
    const compute = voices[asked.voice].work ?? previewEmphasis;
    expect(await compute(asked.text, asked.value)).toEqual(await answer.json());
  });
  await fc.assert(property);
});

test('a link restores its request, for any text', () => {
  const property = fc.property(requests, (linked) => {
    const { hash } = new URL(linkHash(linked), 'https://example.com/');
    expect(linkedRequest(hash)).toEqual(linked);
  });
  fc.assert(property);
});

test.each([
  ['#voice=emphasize&text=a&ratio=0.33', 0.35],
  ['#voice=emphasize&text=a&ratio=-1', 0.05],
  ['#voice=scream&text=a&intensity=1e400', maxIntensity],
  ['#voice=scream&text=a&intensity=two', 3],
  ['#', undefined],
  ['#text=hello', undefined],
  ['#voice=toString&text=hello', undefined],
  ['#voice=shout', 1],
])('the link "%s" has the value %p', (hash, value) => {
  expect(linkedRequest(hash)?.value).toBe(value);
});

test.each([
  ['scream', '東京', 1, '1 exclamation mark added'],
  ['scream', 'a', 5, '1 character changed'],
  ['shout', '東京', 1, 'Nothing to change'],
  ['shout', 'a'.repeat(7480), 1, '7,480 characters changed'],
  ['emphasize', 'Never run', 0.3, '1 word chosen'],
] as const)('%s of %p: %s', async (voice, text, value, facts) => {
  const compute = voices[voice].work ?? previewEmphasis;
  expect(toFacts({ voice, text, value }, await compute(text, value))).toBe(facts);
});

test.each([
  ['**cat** cat', '**cat** **cat**', ['**cat** ', 'cat', '']],
  // Words that follow each other are one piece, whatever is between them but a word.
  ['one, two three', '**one**, **two** three', ['', 'one, two', ' three']],
  ['one two three', '**one** two **three**', ['', 'one', ' two ', 'three', '']],
])('%p and %p', (original, result, pieces) => {
  expect(splitResult(original, result)).toEqual(pieces);
});

test('the pieces add up to the text, and the bold ones have the chosen words and no others', () => {
  const texts = fc.array(
    fc.constantFrom('one ', 'two, ', '東京で会議に出る', '**b** ', '2 * 3 ', '\n', '`code` ', 'é'),
  );
  const readWords = (parts: readonly string[]) =>
    parts.flatMap((part) => candidateWords(part)).map(({ text }) => text);
  const property = fc.property(texts, fc.integer({ min: 1, max: 100 }), (parts, percent) => {
    const original = parts.join('');
    const words = candidateWords(original);
    const ranking = words.map((_, index) => index).reverse();
    const count = chosenCount(words.length, percent / 100);
    const chosen = chooseWords(words, ranking, [], count).map((index) => words[index] as Word);
    const result = withBold(original, chosen);
    const pieces = splitResult(original, result);
    expect(pieces.join('')).toBe(original);
    const bold = pieces.filter((_, index) => index % 2 === 1);
    expect(readWords(bold).join('')).toBe(chosen.map((word) => word.text).join(''));
  });
  fc.assert(property);
});
