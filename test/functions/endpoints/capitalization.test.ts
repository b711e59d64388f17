import { expect, test } from '@jest/globals';
import { lowercase, uppercase } from '../../../functions/endpoints/capitalization.ts';

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
  ['hello, World 1', 'HELLO, WORLD 1', 9],
  ['straße ẞ', 'STRASSE ẞ', 6],
  ['i ı İ', 'I I İ', 2],
  ['ﬁ ﬃ ǅ', 'FI FFI Ǆ', 3],
  ['\u0390 ᾳ ᾼ', '\u0399\u0308\u0301 ΑΙ ΑΙ', 3],
  ['𐐨𐐀 აბ', '𐐀𐐀 ᲐᲑ', 3],
  ['e\u0301 ⓐ ⅷ', 'E\u0301 Ⓐ Ⅷ', 3],
  ['日本語 עברית 👩‍👧‍👦 🇪🇺', '日本語 עברית 👩‍👧‍👦 🇪🇺', 0],
  ['a\ud800b\udc00\0', 'A\ud800B\udc00\0', 2],
])('%j in upper case is %j', (text, result, characters_amplified) => {
  expect(uppercase(text)).toEqual({ result, characters_amplified });
});

test.each([
  ['HELLO, World 1', 'hello, world 1', 6],
  ['STRASSE ẞ', 'strasse ß', 8],
  ['I İ', 'i i\u0307', 2],
  ['Σ ΑΣ ΑΣΑ ΑΣ.', 'σ ας ασα ας.', 8],
  ["ΑΣ\u0301 ΑΣ'Α ς", "ας\u0301 ασ'α ς", 5],
  ['\u2126 \u212a \u212b', 'ω k å', 3],
  ['𐐀𐐨', '𐐨𐐨', 1],
  ['\ud800A\udc00', '\ud800a\udc00', 1],
])('%j in lower case is %j', (text, result, characters_amplified) => {
  expect(lowercase(text)).toEqual({ result, characters_amplified });
});
