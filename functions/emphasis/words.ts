/** The candidate words of a text. */

import { findZones, zone } from './markdown/prose.ts';
import type { Word } from './model.ts';
import { apostrophes, plainMarks } from './spelling.ts';

// With a fixed locale, words are the same on every machine. Chinese, Japanese, Thai and similar languages are split by
// dictionary in any locale.
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

// The segmenter takes no notice of soft hyphens, so that offsets stay.
const softHyphen = '\u00ad';

// A space that the segmenter takes for a part of a word, as it is only in numbers and in Mongolian.
const narrowSpace = /(?<![\d\p{Script=Mongolian}])\u202f/gu;
// Between ASCII digits, these separate two numbers. The segmenter takes them for a part of one.
const fullWidthSeparator = /(?<=\d)[，．；](?=\d)/g;

/** A word-like segment of UAX #29. */
interface Segment {
  readonly start: number;
  readonly end: number;
  /** Whether it can be bold, or be a part of a joined word. */
  readonly isPart: boolean;
  /** Whether it can be bold, alone or as the first part of a joined word. */
  readonly isCandidate: boolean;
}

/**
 * Finds the words of a text that can be bold, in the order of the text.
 *
 * Words are the word-like segments of UAX #29, joined as below, except where a Markdown renderer would not show new bold,
 * or would change something else. Any of them can be bold together; adjacent ones then share one pair of markers.
 *
 * Asterisks before a letter can open and asterisks after a letter can close, whatever is on their other side
 * (CommonMark 0.31.2, section 6.2), and closing ones match the nearest opening ones, which are the word's own.
 * So the pairs do not affect one another.
 */
export const candidateWords = (text: string): readonly Word[] => {
  const plain = plainMarks(text, softHyphen);
  const source = plain
    .replace(apostrophes, "'")
    .replace(narrowSpace, ' ')
    .replace(fullWidthSeparator, ' ');
  const segments = wordSegments(source, text, findZones(plain));
  const words: Word[] = [];
  const add = (first: number, end: number) => {
    const { start, isCandidate } = segments[first] as Segment;
    const to = (segments[end - 1] as Segment).end;
    if (isCandidate) words.push({ text: text.slice(start, to), start, end: to });
  };
  let chainEnd = 0;
  for (let at = 0; at < segments.length; ) {
    let end = japaneseWordEnd(source, segments, at);
    if (at >= chainEnd) {
      chainEnd = joinedEnd(source, segments, at);
      if (isJoinable(source, segments.slice(at, chainEnd))) {
        for (; chainEnd - at > longestChain; at += longestChain) add(at, at + longestChain);
        end = chainEnd;
      }
    }
    add(at, end);
    at = end;
  }
  return words;
};

const wordSegments = (source: string, text: string, zones: Uint8Array): readonly Segment[] => {
  const segments: Segment[] = [];
  for (const { segment, index, isWordLike } of segmenter.segment(source)) {
    if (!isWordLike || !/\S/.test(segment)) continue;
    // Asterisks are literal beside the white space with which segments can begin and end.
    const start = index + segment.length - segment.trimStart().length;
    const end = index + segment.trimEnd().length;
    const isPart = !zones.subarray(start, end).includes(zone.markup) && canBeBold(text, start, end);
    // Asterisks that do not follow white space may also close, and would match unpaired ones before them.
    const isCandidate =
      isPart && (zones[start] !== zone.guarded || whitespace.test(text[start - 1] ?? '\n'));
    segments.push({ start, end, isPart, isCandidate });
  }
  return segments;
};

const canBeBold = (text: string, start: number, end: number): boolean => {
  const before = text[start - 1] ?? '\n';
  const after = text[end] ?? '\n';
  const word = text.slice(start, end);
  return (
    // New asterisks would extend a delimiter, change its meaning or be literal.
    !/[*_~\]\\]/.test(before + word[0] + word.at(-1) + after) &&
    // A word such as `Ⓐ` begins and ends with punctuation, by CommonMark.
    (!/^[\p{P}\p{S}]/u.test(word) || whitespace.test(before)) &&
    (!/[\p{P}\p{S}]$/u.test(word) || whitespace.test(after))
  );
};

const whitespace = /[\t\n\r\p{Zs}]/u;

/** The most parts of a word that {@link joiner}s join. */
const longestChain = 5;
/** What joins words: `hi-vis`, `R&D`, `31/12/2026`, and between digits also `14:07`. */
const joiner = /(?:[-‐–/&+'’]|(?<=\p{Nd})[:.](?=\p{Nd}))\u00ad*/uy;
const unjoined = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** The index after the last segment that joiners connect with the one at `first`. */
const joinedEnd = (source: string, segments: readonly Segment[], first: number): number => {
  let end = first + 1;
  for (; end < segments.length; end += 1) {
    joiner.lastIndex = (segments[end - 1] as Segment).end;
    if (!joiner.test(source) || joiner.lastIndex !== segments[end]?.start) break;
  }
  return end;
};

const isJoinable = (source: string, [first, ...rest]: readonly Segment[]): boolean =>
  rest.length > 0 &&
  first?.isCandidate === true &&
  rest.every(({ isPart }) => isPart) &&
  !unjoined.test(source.slice(first.start, rest.at(-1)?.end));

/** The most hiragana words of a Japanese word, unless a negation comes later. */
const mostHiraganaWords = 8;
const stem = /[\p{Script=Han}\p{Script=Katakana}]/uy;
const hiragana = /^[\p{Script=Hiragana}ー]+$/u;
/** Also two that the segmenter leaves together, as in 会議では. */
const particle =
  /^(?:[はがをにのともへでや]|から|まで|より|(?:[でにとへ]|から|まで|より)[はもの])$/;
/** Hiragana words that are negations, or begin one. */
const japaneseNegation = /^(?:な[いかくけし]|せん|ん$|ぬ|ず|ざる|ねば|まい)/;

/**
 * The index after the last segment of the word at `first`: in Japanese, a stem in kanji or katakana takes the hiragana
 * that touches it, as in 食べないでください, but no particles at its end.
 */
const japaneseWordEnd = (source: string, segments: readonly Segment[], first: number): number => {
  stem.lastIndex = segments[first]?.start ?? 0;
  let end = first + 1;
  if (!stem.test(source)) return end;
  const spelling = (at: number) => source.slice(segments[at]?.start, segments[at]?.end);
  for (let at = end; segments[at]?.isPart; at += 1) {
    const isTouching = segments[at]?.start === segments[at - 1]?.end;
    if (!isTouching || !hiragana.test(spelling(at))) break;
    if (at <= first + mostHiraganaWords || japaneseNegation.test(spelling(at))) end = at + 1;
  }
  while (particle.test(spelling(end - 1))) end -= 1;
  return end;
};
