/**
 * Ranks negations before what they negate, whichever model ranked: `Do not **touch**` would say the opposite of
 * `Do not touch`.
 */

import type { Ranking, Word } from './model.ts';
import file from './negations.json' with { type: 'json' };
import { plainSpelling } from './spelling.ts';

/** How many words a negation governs, whatever stands between them. */
const REACH = 5;
/** How many it governs to the end of its sentence. */
const REACH_IN_SENTENCE = 12;
/** How far a negation rises towards the best word that it governs. Of the values that were measured, the best. */
const RISE = 0.4;

interface Language {
  /** Words, as `Intl.Segmenter` returns them, that stand before what they negate. `n-` is `n` before a hyphen. */
  readonly negations: string;
  /** Its most common other words, among them those spelled like a negation of another language. */
  readonly common?: string;
}

/** All but Chinese, which has a rule. */
export const languages: Readonly<Record<string, Language>> = file;

/** The numbers of the languages in which each word is listed. */
const numbersByWord = (list: keyof Language): ReadonlyMap<string, readonly number[]> => {
  const numbers = new Map<string, number[]>();
  for (const [number, language] of Object.values(languages).entries()) {
    for (const word of language[list]?.split(' ') ?? [])
      numbers.set(word, [...(numbers.get(word) ?? []), number]);
  }
  return numbers;
};
const negating = numbersByWord('negations');
const common = numbersByWord('common');

/** French elides `ne`, and English contracts `not`. */
const contraction = /^n'|n't(?!\p{L})/u;

/** Chinese segments: some are longer than the negation in them. */
const chineseNegation =
  /[不没沒未勿]|^(?:[别別无無]|[毫尚][无無]|[并並]非|(?:[莫非]|禁止|[严嚴]禁)$)/;
/** Those that negate nothing. */
const chineseExceptions = new Set(
  (
    '不过 不過 不同 不仅 不僅 不断 不斷 不久 不但 不只 不少 不错 不錯 不管 不论 不論 不妨 不如 不禁 不愧 不停 差不多 对不起 對不起 ' +
    '了不起 不锈钢 不鏽鋼 不动产 不動產 不動産 未来 未來 未免 没收 沒收 沉没 沉沒 淹没 淹沒 出没 出沒 别人 別人 别的 別的 别名 別名 ' +
    '别墅 別墅 无论 無論 无锡 無錫'
  ).split(' '),
);
const kana = /[\p{Script=Hira}\p{Script=Kana}]/u;

/**
 * Whether each word of a sentence is a negation. One that another language spells like a common word is none in a
 * sentence with more different words of that language than of its own. Between equals it is one: a bold negation too
 * many is harmless.
 */
const areNegations = (sentence: string, words: readonly string[]): readonly boolean[] => {
  const known = new Map<number, number>();
  for (const word of new Set(words)) {
    for (const number of [...(negating.get(word) ?? []), ...(common.get(word) ?? [])])
      known.set(number, (known.get(number) ?? 0) + 1);
  }
  const most = (numbers: readonly number[] = []) =>
    Math.max(...numbers.map((number) => known.get(number) ?? 0));
  const isListed = (word: string) =>
    negating.has(word) && most(negating.get(word)) >= most(common.get(word));
  const isJapanese = kana.test(sentence);
  const isChinese = (word: string) =>
    !isJapanese && chineseNegation.test(word) && !chineseExceptions.has(word);
  return words.map(
    (word) => contraction.test(word) || word.split("'").some(isListed) || isChinese(word),
  );
};

/** A colon and the empty lines after it, an empty line, or the end of a sentence. */
const breaks =
  /[:：][\p{Pe}\p{Pf}\p{Pi}"'*]*\s+|(?:\r\n|\n|\r(?!\n))[ \t]*(?=[\r\n])|[.!?…](?=[\p{Pe}\p{Pf}\p{Pi}"'*]*(?:\s|$))|[。！？]/gu;

/** The end of a sentence, by offset, and whether it is an empty line. */
function* sentenceEnds(text: string): Generator<readonly [offset: number, isEmptyLine: boolean]> {
  for (const { index, 0: found } of text.matchAll(breaks)) {
    if (!/^[:：]/.test(found)) yield [index, /^[\r\n]/.test(found)];
  }
  yield [text.length, true];
}

/**
 * By index: the index after the last word that a negation governs, which is one of the next {@link REACH}, or of the next
 * {@link REACH_IN_SENTENCE} to the end of its sentence, before an empty line; after the word itself for any other word.
 */
const endsOf = (text: string, words: readonly Word[]): readonly number[] => {
  const ends = words.map((_, at) => at + 1);
  /** The negations since the last empty line. */
  let open: number[] = [];
  let from = 0;
  let first = 0;
  for (const [to, isEmptyLine] of sentenceEnds(text)) {
    let end = first;
    while (end < words.length && (words[end] as Word).start < to) end += 1;
    const negates = areNegations(text.slice(from, to), words.slice(first, end).map(spell(text)));
    for (const [place, isNegation] of negates.entries()) {
      if (isNegation) open.push(first + place);
    }
    for (const at of open) {
      const reach = at < first ? REACH : REACH_IN_SENTENCE;
      ends[at] = Math.max(ends[at] as number, Math.min(at + 1 + reach, end));
    }
    open = isEmptyLine ? [] : open.filter((at) => at + REACH >= end);
    [from, first] = [to, end];
  }
  return ends;
};

/** How the lists have a word of a text. */
const spell = (text: string) => (word: Word) => {
  const plain = plainSpelling(word.text);
  return plain === 'n' && /^-\p{L}/u.test(text.slice(word.end, word.end + 3)) ? 'n-' : plain;
};

/**
 * Ranks words by their scores: all indexes, the best first, the earlier of equals first. A negation ranks before the
 * words that it governs.
 *
 * @param scores - are changed.
 * @param rise - how far a negation rises towards the best word that it governs, from 0 to 1. Then words above it fall
 *   to it.
 */
export const rankWithNegations = (
  text: string,
  words: readonly Word[],
  scores: Float64Array,
  rise = RISE,
): Omit<Ranking, 'model'> => {
  const ends = endsOf(text, words);
  for (let at = words.length - 1; at >= 0; at--) {
    const own = scores[at] as number;
    scores[at] = own + rise * (Math.max(...scores.subarray(at, ends[at])) - own);
  }
  for (const [at, end] of ends.entries()) {
    for (let i = at + 1; i < end; i++)
      scores[i] = Math.min(scores[i] as number, scores[at] as number);
  }
  const order = [...words.keys()].sort((a, b) => (scores[b] as number) - (scores[a] as number));
  return { order, ends };
};

/** Changes a ranking without scores: a negation rises to the best word that it governs. */
export const raiseNegations = (
  text: string,
  words: readonly Word[],
  ranking: readonly number[],
): Omit<Ranking, 'model'> => {
  const scores = new Float64Array(words.length);
  for (const [place, index] of ranking.entries()) scores[index] = -place;
  return rankWithNegations(text, words, scores, 1);
};
