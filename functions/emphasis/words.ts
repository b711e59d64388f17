/** The candidate words of a text. */

import { zone, zonesOf } from './markdown/prose.ts';
import type { Word } from './model.ts';

// The locale makes words the same on every machine. Chinese, Japanese, Thai and similar languages are split by
// dictionary in any locale.
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Characters that people type as an apostrophe: `` can`t ``. */
const accentAsApostrophe = /(?<=\p{L})[`´′](?=\p{L})/gu;

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
  const zones = zonesOf(text);
  const words: Word[] = [];
  const segments = segmenter.segment(text.replace(accentAsApostrophe, "'"));
  for (const { segment, index, isWordLike } of segments) {
    const end = index + segment.length;
    const word = { text: text.slice(index, end), start: index, end };
    if (isWordLike && canBeBold(text, word, zones.subarray(word.start, word.end))) words.push(word);
  }
  return words;
};

const canBeBold = (text: string, word: Word, zones: Uint8Array): boolean => {
  const before = text[word.start - 1] ?? '\n';
  const after = text[word.end] ?? '\n';
  return (
    !zones.includes(zone.markup) &&
    // New asterisks would extend a delimiter, change its meaning or be literal.
    !/[*_~\]\\\f\v\u2028\u2029]/.test(before + word.text[0] + word.text.at(-1) + after) &&
    // Some renderers treat this, which words can end with, as whitespace.
    !word.text.endsWith('\uFEFF') &&
    // A word such as `Ⓐ` begins and ends with punctuation, by CommonMark.
    (!/^[\p{P}\p{S}]/u.test(word.text) || whitespace.test(before)) &&
    (!/[\p{P}\p{S}]$/u.test(word.text) || whitespace.test(after)) &&
    // Asterisks after anything else may also close, and would match unpaired ones before them.
    (zones[0] !== zone.guarded || whitespace.test(before))
  );
};

const whitespace = /[\t\n\r\p{Zs}]/u;
