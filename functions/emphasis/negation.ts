/**
 * Ranks negations before what they negate, whichever model ranked: `Do not **touch**` would say the opposite of
 * `Do not touch`.
 */

import type { Word } from './model.ts';
import file from './negations.json' with { type: 'json' };
import { plainSpelling } from './spelling.ts';

/** How many words after it a negation governs, whatever stands between them. */
const REACH = 5;
/** How many words it governs where its sentence goes on that long, and how many before it in its clause. */
const REACH_IN_SENTENCE = 12;

/** A negation and the words that it governs, by their indexes. */
export interface Negation {
  readonly at: number;
  /** Ranges of words, which may overlap. Those before the negation contain no other one. */
  readonly governs: readonly (readonly [from: number, to: number])[];
}

interface Language {
  /** Words, as `Intl.Segmenter` returns them, that stand before what they negate. */
  readonly negations: string;
  /** Words that stand before or after what they forbid. */
  readonly prohibitions?: string;
  /** Its most common other words, among them those spelled like a negation of another language. */
  readonly common?: string;
  /** Whether all negations of its sentences also stand after what they negate. */
  readonly negatesAround?: boolean;
}

/** All but Chinese, which has a rule. */
export const languages: Readonly<Record<string, Language>> = file;
const everyLanguage = Object.values(languages);
const hindi = Object.keys(languages).indexOf('Hindi');

/** The words of these lists, by language. */
const wordSets = (...lists: ('negations' | 'prohibitions' | 'common')[]) =>
  everyLanguage.map(
    (language) => new Set(lists.flatMap((list) => language[list]?.split(' ') ?? [])),
  );
/** The languages of each word, by their indexes. */
const known = new Map<string, number[]>();
for (const [language, words] of wordSets('negations', 'prohibitions', 'common').entries())
  for (const word of words) known.set(word, [...(known.get(word) ?? []), language]);
const common = wordSets('common');
const prohibitions = new Set(wordSets('prohibitions').flatMap((set) => [...set]));
const negations = new Set(wordSets('negations', 'prohibitions').flatMap((set) => [...set]));

/** Chinese segments: some are longer than the negation in them. */
const chineseNegation = /[不没沒未勿]|^(?:[别別無无]|[毫尚][无無]|[并並]非|[莫非]$)/;
const chineseProhibition = /^(?:禁止|[严嚴]禁|[谢謝][绝絕])$/;
/** Segments that contain such a character and negate nothing. */
const chineseExceptions = new Set(
  (
    '不过 不過 不同 不仅 不僅 不断 不斷 不久 不但 不只 不少 不错 不錯 不管 不论 不論 不妨 不如 不禁 不愧 不停 差不多 对不起 對不起 ' +
    '了不起 不锈钢 不鏽鋼 不动产 不動產 不動産 未来 未來 未免 没收 沒收 沉没 沉沒 淹没 淹沒 出没 出沒 别人 別人 别的 別的 别名 別名 ' +
    '别墅 別墅 无论 無論 无锡 無錫'
  ).split(' '),
);
const kana = /[\p{Script=Hira}\p{Script=Kana}]/u;

/** What joins the parts of a word. */
const joiner = /[-‐–/&+]/;

/**
 * Returns a function that tells what a word of the sentence negates: nothing, words after it, or words around it. Some
 * negations are common words of another language, as English `no` is in Portuguese. They are none if the sentence has
 * more known words of that language than of any other. Between equals they are negations: a bold one too many is harmless.
 */
const readSentence = (sentence: string, words: readonly string[]) => {
  const counts = everyLanguage.map(() => 0);
  for (const part of new Set(words.flatMap((word) => word.split(joiner))))
    for (const language of known.get(part) ?? []) counts[language] = (counts[language] ?? 0) + 1;
  if (/\p{Script=Devanagari}/u.test(sentence)) counts[hindi] = Number.POSITIVE_INFINITY;
  const most = Math.max(...counts);
  const readings = [...counts.keys()].filter((language) => counts[language] === most);
  const isListed = (word: string) =>
    negations.has(word) && !readings.every((language) => common[language]?.has(word));
  const isJapanese = kana.test(sentence);
  const negatesAround =
    most > 0 && readings.some((language) => everyLanguage[language]?.negatesAround);
  return (word: string): 'nothing' | 'after' | 'around' => {
    // What another part negates is within the word.
    const last = word.split(joiner).at(-1) as string;
    const isProhibition = prohibitions.has(last) || (!isJapanese && chineseProhibition.test(last));
    const isNegation =
      isProhibition ||
      // In French and Romanian, it is the beginning of what it negates.
      /^n['-]\p{L}/u.test(word) ||
      /n't(?!\p{L})/u.test(last) ||
      [word, ...last.split("'")].some(isListed) ||
      (!isJapanese && chineseNegation.test(last) && !chineseExceptions.has(last));
    if (!isNegation) return 'nothing';
    return negatesAround || isProhibition ? 'around' : 'after';
  };
};

/** What is the sign of a number where it does not begin a sentence, as in `Bus no. 4`. */
const numberSign = /^n(?:º|o\.\s?\p{N})/iu;

/** A colon and the empty lines after it, an empty line, or the end of a sentence. */
const breaks =
  /[:：][\p{Pe}\p{Pf}\p{Pi}"'*]*\s+|(?:\r\n|\n|\r(?!\n))[ \t]*(?=[\r\n])|[.!?…؟۔](?=[\p{Pe}\p{Pf}\p{Pi}"'*]*(?:\s|$))|[。！？।॥]/gu;
/** The end of a clause. The points of `z. B.` are none. */
const clauseBreaks =
  /[,;:](?=\s)|[，；：、。！？।॥\r\n]|(?<!(?<!\p{L})\p{L}(?=\.\s?\p{L}\.)|(?<!\p{L})\p{L}\.\s?\p{L}(?=\.))[.!?…؟۔](?=[\p{Pe}\p{Pf}\p{Pi}"'*]*(?:\s|$))/gu;
/** A line: its indentation, with the marks of quotes, its list markers, and the rest. */
const line =
  /([ \t>]*)((?:(?:[-+*]|\d{1,9}[.)])(?:[ \t]+|(?=[\r\n]|$)))*)([^\r\n]*)(?:\r\n|[\r\n]|$)/g;

const colonAtEnd = /[:：][\p{Pe}\p{Pf}\p{Pi}"'*]*\s*$/u;

/** The place of the first of ascending numbers that is at least the given one. */
const placeIn = (ascending: readonly number[], least: number): number => {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] as number) < least) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Where the lists end that follow lines with a colon at their ends, or the lines up to an empty one. */
const listsAfterColons = (text: string) => {
  const lists: { readonly colon: number; end: number }[] = [];
  /** Those that are open, by the least column of their items; -1 without items. */
  const open = new Map<number, typeof lists>();
  let next: (typeof lists)[number] | undefined;
  let [content, wasEmpty] = [0, false];
  for (const { index, 1: before = '', 2: marker = '', 3: rest = '' } of text.matchAll(line)) {
    const indent = before.replaceAll('\t', '    ').length;
    const isEmpty = marker + rest === '';
    const least = marker ? 0 : wasEmpty || /^#{1,6}\s/.test(rest) ? 2 : Number.NEGATIVE_INFINITY;
    for (const [column, group] of open) {
      if (column < 0 ? !isEmpty : isEmpty || indent >= column + least) continue;
      for (const list of group) list.end = index;
      open.delete(column);
    }
    if (next && !isEmpty) {
      const column = marker ? Math.min(content, indent) : -1;
      open.set(column, open.get(column) ?? []);
      open.get(column)?.push(next);
      next = undefined;
    }
    const colon = rest.search(colonAtEnd);
    if (colon >= 0) {
      content = indent + marker.length;
      next = { colon: index + before.length + marker.length + colon, end: text.length };
      lists.push(next);
    }
    wasEmpty = isEmpty;
  }
  return lists;
};

/** Finds the negations of a text, in its order. */
export const findNegations = (text: string, words: readonly Word[]): readonly Negation[] => {
  const marks = [...text.matchAll(breaks)];
  const offsets = (kind: RegExp) =>
    marks.filter(([mark]) => kind.test(mark)).map(({ index }) => index);
  const emptyLines = [...offsets(/^[\r\n]/), text.length];
  const lists = listsAfterColons(text);
  const colons = lists.map(({ colon }) => colon);
  const clauses = Array.from(text.matchAll(clauseBreaks), ({ index }) => index);
  const starts = words.map(({ start }) => start);
  const result: Negation[] = [];
  /** The indexes of the words before that are no negations. */
  const others: number[] = [];
  const sentenceEnds = [...offsets(/^[^:：]/), text.length];
  let at = 0;
  for (const [place, to] of sentenceEnds.entries()) {
    const end = placeIn(starts, to);
    if (end === at) continue;
    const sentence = text.slice(sentenceEnds[place - 1], to);
    const first = at;
    const spellings = words.slice(first, end).map((word) => plainSpelling(word.text));
    const negates = readSentence(sentence, spellings);
    for (const spelling of spellings) {
      const word = words[at] as Word;
      const isSign = at > first && numberSign.test(text.slice(word.start, word.end + 3));
      const negated = isSign ? 'nothing' : negates(spelling);
      at += 1;
      if (negated === 'nothing') {
        others.push(at - 1);
        continue;
      }
      const governs: [from: number, to: number][] = [];
      if (negated === 'around') {
        const clause = clauses[placeIn(clauses, word.start) - 1] ?? -1;
        for (const index of others.slice(-REACH_IN_SENTENCE))
          if ((starts[index] as number) > clause) governs.push([index, index + 1]);
      }
      const lastLine = placeIn(starts, emptyLines[placeIn(emptyLines, word.end)] as number);
      const near = Math.min(at + REACH, lastLine);
      governs.push([at, Math.max(near, Math.min(at + REACH_IN_SENTENCE, end))]);
      const list = lists[placeIn(colons, word.end)];
      if (list && list.colon < to)
        governs.push([placeIn(starts, list.colon), placeIn(starts, list.end)]);
      result.push({ at: at - 1, governs: governs.filter(([first, last]) => first < last) });
    }
  }
  return result;
};

/**
 * Ranks words by their scores: all indexes, the best first; of equals, negations and then the earlier first. A negation
 * ranks before the words that it governs.
 *
 * @param scores - the score of each word. The function changes them.
 * @param rise - how far a negation rises towards the best word that it governs, from 0 to 1. Then words above it fall
 *   to it.
 */
export const rankWithNegations = (
  negations: readonly Negation[],
  scores: Float64Array,
  rise: number,
): number[] => {
  /** By the end of a range: its best score, and from where on that is known. */
  const best = new Map<number, readonly [from: number, score: number]>();
  for (const { at, governs } of negations.toReversed()) {
    const score = scores[at] as number;
    let highest = score;
    for (const [from, to] of governs) {
      let [knownFrom, score] = best.get(to) ?? [to, Number.NEGATIVE_INFINITY];
      for (; knownFrom > from; knownFrom -= 1)
        score = Math.max(score, scores[knownFrom - 1] as number);
      best.set(to, [knownFrom, score]);
      highest = Math.max(highest, score);
    }
    scores[at] = score + rise * (highest - score);
  }
  const governed = new Map(negations.map(({ at, governs }) => [at, governs]));
  /** By the end of a range: the lowest score of the negations that govern it. */
  const lowest = new Map<number, number>();
  for (const at of scores.keys()) {
    for (const [to, score] of lowest) {
      if (to > at) scores[at] = Math.min(scores[at] as number, score);
      else lowest.delete(to);
    }
    for (const [from, to] of governed.get(at) ?? []) {
      if (from > at) lowest.set(to, scores[at] as number);
      else scores[from] = Math.min(scores[from] as number, scores[at] as number);
    }
  }
  const isNegation = (at: number) => Number(governed.has(at));
  return [...scores.keys()].sort(
    (a, b) => (scores[b] as number) - (scores[a] as number) || isNegation(b) - isNegation(a),
  );
};
