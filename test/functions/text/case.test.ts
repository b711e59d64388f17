import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { lowercase, uppercase } from '../../../functions/text/case.ts';
import { codePoint } from '../../code-points.ts';

test('every code point counts exactly if it changes', () => {
  // Jest looks up globals slowly.
  const { fromCodePoint } = String;
  const wrong: string[] = [];
  for (let first = 0; first <= 0x10ffff; first += 0x100) {
    const block = Array.from({ length: 0x100 }, (_, index) => fromCodePoint(first + index));
    const text = block.join('');
    for (const map of [uppercase, lowercase]) {
      const { result, changed } = map(text);
      if (result === text && changed === 0) continue;
      for (const character of block) {
        const { result, changed } = map(character);
        if (changed !== (result === character ? 0 : 1)) wrong.push(`${map.name} ${character}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

/** From UnicodeData.txt and SpecialCasing.txt. */
test.each([
  ['hello, World 1', 'HELLO, WORLD 1', 9],
  ['straße', 'STRASSE', 6],
  ['ẞ', 'ẞ', 0],
  ['i ı', 'I I', 2],
  ['İ', 'İ', 0],
  ['ŉ', 'ʼN', 1],
  ['ﬁ ﬃ ﬅ', 'FI FFI ST', 3],
  ['Ǆ ǅ ǆ', 'Ǆ Ǆ Ǆ', 2],
  ['ς σ', 'Σ Σ', 2],
  ['\u0390', '\u0399\u0308\u0301', 1],
  ['ᾳ ᾼ', 'ΑΙ ΑΙ', 2],
  ['և', 'ԵՒ', 1],
  ['𐐨𐐀', '𐐀𐐀', 1],
  ['e\u0301', 'E\u0301', 1],
  ['\u0345', '\u0399', 1],
  ['ⓐ ⅷ', 'Ⓐ Ⅷ', 2],
  ['აბ', 'ᲐᲑ', 2],
  ['日本語 עברית', '日本語 עברית', 0],
  ['👩‍👧‍👦 🇪🇺 ❤️', '👩‍👧‍👦 🇪🇺 ❤️', 0],
  ['a\ud800b\udc00', 'A\ud800B\udc00', 2],
  ['\udc28\ud801', '\udc28\ud801', 0],
  ['\0a\u001f', '\0A\u001f', 1],
  ['', '', 0],
])('%j in upper case is %j', (text, result, changed) => {
  expect(uppercase(text)).toEqual({ result, changed });
});

test.each([
  ['HELLO, World 1', 'hello, world 1', 6],
  ['STRASSE ẞ', 'strasse ß', 8],
  ['İ', 'i\u0307', 1],
  ['I', 'i', 1],
  ['Ǆ ǅ ǆ', 'ǆ ǆ ǆ', 2],
  ['Σ', 'σ', 1],
  ['ΑΣ', 'ας', 2],
  ['ΑΣΑ', 'ασα', 3],
  ['ΑΣ ΑΣ.', 'ας ας.', 4],
  ['ΑΣ\u0301', 'ας\u0301', 2],
  ["ΑΣ'Α", "ασ'α", 3],
  ['ς', 'ς', 0],
  ['\u2126 \u212a \u212b', 'ω k å', 3],
  ['ᾼ', 'ᾳ', 1],
  ['𐐀𐐨', '𐐨𐐨', 1],
  ['E\u0301', 'e\u0301', 1],
  ['\ud800A\udc00', '\ud800a\udc00', 1],
  ['\ud801', '\ud801', 0],
  ['A\0', 'a\0', 1],
  ['', '', 0],
])('%j in lower case is %j', (text, result, changed) => {
  expect(lowercase(text)).toEqual({ result, changed });
});

const text = fc.string({
  unit: fc.oneof(
    codePoint,
    fc.constantFrom(...'aZßİŉﬁǅΣσςΐ𐐨ᾼ 1.', '\ud800', '\udc00', '\0', '\u0301', '\u200d', '😀'),
  ),
});

test.each([
  ['uppercase', uppercase],
  ['lowercase', lowercase],
])('%s is idempotent, and counts exactly if the text changes', (_, map) => {
  fc.assert(
    fc.property(text, (sample) => {
      const { result, changed } = map(sample);
      const again = map(result);
      return (
        again.result === result &&
        again.changed === 0 &&
        (changed === 0) === (result === sample) &&
        changed <= [...sample].length
      );
    }),
    { numRuns: 1000 },
  );
});

test('counts are additive', () => {
  fc.assert(
    fc.property(text, (sample) => {
      const sum = (map: typeof uppercase) =>
        [...sample].reduce((total, character) => total + map(character).changed, 0);
      expect(uppercase(sample).changed).toBe(sum(uppercase));
      expect(lowercase(sample).changed).toBe(sum(lowercase));
    }),
  );
});

test('upper case is mapped character by character', () => {
  fc.assert(
    fc.property(text, (sample) => {
      expect(uppercase(sample).result).toBe(
        [...sample].map((character) => uppercase(character).result).join(''),
      );
    }),
  );
});
