import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as v from 'valibot';
import { rankEmbedded } from '../../functions/emphasis/embedded.ts';
import type { EmphasisModel } from '../../functions/emphasis/model.ts';
import { lowercase, uppercase } from '../../functions/endpoints/capitalization.ts';
import * as emphasize from '../../functions/endpoints/emphasize/endpoint.ts';
import { work as rateLimits } from '../../functions/endpoints/rate-limits/endpoint.ts';
import { work as scream } from '../../functions/endpoints/scream/endpoint.ts';
import { work as shout } from '../../functions/endpoints/shout/endpoint.ts';
import { work as whisper } from '../../functions/endpoints/whisper/endpoint.ts';
import { anyText } from '../support/properties.ts';

test('any text is shouted and screamed in upper case, and whispered in lower case', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 1, max: 10 }), (text, intensity) => {
      const [upper, lower] = [text.toUpperCase(), text.toLowerCase()];
      expect(shout({ text })).toMatchObject({ original: text, result: upper });
      expect(whisper({ text })).toMatchObject({ original: text, result: lower });
      const marks = '!'.repeat(intensity);
      expect(scream({ text, intensity })).toMatchObject({ original: text, result: upper + marks });
    }),
  );
});

test('the examples of emphasize are answers of the embedded model', async () => {
  const { examples } = emphasize.documentation();
  for (const { request, response } of Object.values(examples)) {
    const rank: EmphasisModel = async (text, words) => rankEmbedded(text, words);
    expect(await emphasize.work(v.parse(emphasize.request, request), rank, 0)).toEqual(response);
  }
});

/** A key approaches its limit with a quarter of its slots left, and is at it with none. */
test.each([
  [30, 30, 'ok'],
  [8, 30, 'ok'],
  [7, 30, 'approaching_limit'],
  [0, 30, 'at_limit'],
  [26, 100, 'ok'],
  [25, 100, 'approaching_limit'],
  [1, 1, 'ok'],
])('with %d of %d slots left, the status is %s', (remaining, limit, status) => {
  const plan = { name: 'demo', limit, windowSeconds: 60 };
  expect(rateLimits({ plan, remaining, resetsInSeconds: 41 })).toEqual({
    requests_remaining: remaining,
    limit,
    resets_in_seconds: 41,
    status,
  });
});

// Jest looks up globals slowly.
const { fromCodePoint } = String;

test('every code point counts exactly if it changes', () => {
  const wrong: string[] = [];
  for (let first = 0; first <= 0x10ffff; first += 0x100) {
    const block = Array.from({ length: 0x100 }, (_, index) => fromCodePoint(first + index));
    for (const map of [uppercase, lowercase]) {
      const { result, characters_amplified } = map(block.join(''));
      if (result === block.join('') && characters_amplified === 0) continue;
      const changed = block.filter((character) => {
        const { result, characters_amplified } = map(character);
        if (characters_amplified !== (result === character ? 0 : 1)) wrong.push(character);
        return result !== character;
      });
      if (changed.length !== characters_amplified) wrong.push(`${map.name} ${first}`);
    }
  }
  expect(wrong).toEqual([]);
});

/** From UnicodeData.txt and SpecialCasing.txt. */
test.each([
  ['straße ẞ', 'STRASSE ẞ', 6],
  ['i ı İ', 'I I İ', 2],
  ['ﬁ ﬃ ǅ', 'FI FFI Ǆ', 3],
  ['a\ud800b\udc00\0', 'A\ud800B\udc00\0', 2],
])('%j in upper case is %j', (text, result, characters_amplified) => {
  expect(uppercase(text)).toEqual({ original: text, result, characters_amplified });
});

test.each([
  ['I İ', 'i i\u0307', 2],
  ['Σ ΑΣ ΑΣΑ ΑΣ.', 'σ ας ασα ας.', 8],
  ['𐐀𐐨', '𐐨𐐨', 1],
])('%j in lower case is %j', (text, result, characters_amplified) => {
  expect(lowercase(text)).toEqual({ original: text, result, characters_amplified });
});
