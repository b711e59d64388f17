/** The candidate words of a text. */

import { zone, zonesOf } from './markdown/prose.ts';
import type { Word } from './model.ts';
import { apostrophes, plainApostrophes } from './spelling.ts';

// The locale makes words the same on every machine. Chinese, Japanese, Thai and similar languages are split by
// dictionary in any locale.
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

// The segmenter takes no notice of soft hyphens, so that offsets stay.
const softHyphen = '\u00ad';

// A space that the segmenter takes for a part of a word, as it is only in numbers and in Mongolian.
const narrowSpace = /(?<![\d\p{Script=Mongolian}])\u202f/gu;

/**
 * Finds the words of a text that can be bold, in the order of the text.
 *
 * Words are the word-like segments of UAX #29, except where a Markdown renderer would not show new bold, or
 * would change something else. Any of them can be bold together; adjacent ones then share one pair of markers.
 *
 * Asterisks before a letter can open and asterisks after a letter can close, whatever is on their other side
 * (CommonMark 0.31.2, section 6.2), and closing ones match the nearest opening ones, which are the word's own.
 * So the pairs do not affect one another.
 */
export const candidateWords = (text: string): readonly Word[] => {
  const plain = plainApostrophes(text, softHyphen);
  const zones = zonesOf(plain);
  const words: Word[] = [];
  const segments = segmenter.segment(plain.replace(apostrophes, "'").replace(narrowSpace, ' '));
  for (const { segment, index, isWordLike } of segments) {
    // Asterisks are literal beside the white space with which segments can begin and end.
    const start = index + segment.length - segment.trimStart().length;
    const end = index + segment.trimEnd().length;
    const word = { text: text.slice(start, end), start, end };
    if (
      isWordLike &&
      /\S/.test(segment) &&
      canBeBold(text, word, zones.subarray(word.start, word.end))
    )
      words.push(word);
  }
  return words;
};

const canBeBold = (text: string, word: Word, zones: Uint8Array): boolean => {
  const before = text[word.start - 1] ?? '\n';
  const after = text[word.end] ?? '\n';
  return (
    !zones.includes(zone.markup) &&
    // New asterisks would extend a delimiter, change its meaning or be literal.
    !/[*_~\]\\]/.test(before + word.text[0] + word.text.at(-1) + after) &&
    // A word such as `Ⓐ` begins and ends with punctuation, by CommonMark.
    (!/^[\p{P}\p{S}]/u.test(word.text) || whitespace.test(before)) &&
    (!/[\p{P}\p{S}]$/u.test(word.text) || whitespace.test(after)) &&
    // Asterisks after anything else may also close, and would match unpaired ones before them.
    (zones[0] !== zone.guarded || whitespace.test(before))
  );
};

const whitespace = /[\t\n\r\p{Zs}]/u;
