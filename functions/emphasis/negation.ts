/**
 * Ranks negations before what they negate, whichever model ranked: `Do not **touch**` would say the opposite of
 * `Do not touch`.
 */

import type { Word } from './model.ts';
import file from './negations.json' with { type: 'json' };
import { plainSpelling } from './spelling.ts';

/** How many words after it a negation governs, whatever stands between them. */
const REACH = 5;
/** How many it governs to the end of its sentence, and how many before it in its clause. */
const REACH_IN_SENTENCE = 12;

/** A negation and the words that it governs, by their indexes. */
export interface Negation {
  readonly at: number;
  /** Ranges of words, which may overlap. Those before the negation contain no other one. */
  readonly governs: readonly (readonly [from: number, to: number])[];
}

interface Language {
  /** Words, as `Intl.Segmenter` returns them, that stand before what they negate. `n-` is `n` before a hyphen. */
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

/** The numbers of the languages in which each word is listed. */
const numbersByWord = (...lists: ('negations' | 'prohibitions' | 'common')[]) => {
  const numbers = new Map<string, readonly number[]>();
  for (const [number, language] of everyLanguage.entries()) {
    for (const word of new Set(lists.flatMap((list) => language[list]?.split(' ') ?? [])))
      numbers.set(word, [...(numbers.get(word) ?? []), number]);
  }
  return numbers;
};
const known = numbersByWord('negations', 'prohibitions', 'common');
const negating = numbersByWord('negations', 'prohibitions');
const prohibiting = numbersByWord('prohibitions');
const common = numbersByWord('common');

/** Chinese segments: some are longer than the negation in them. */
const chineseNegation = /[不没沒未勿]|^(?:[别別無无]|[毫尚][无無]|[并並]非|[莫非]$)/;
const chineseProhibition = /^(?:禁止|[严嚴]禁|[谢謝][绝絕])$/;
/** Those that negate nothing. */
const chineseExceptions = new Set(
  (
    '不过 不過 不同 不仅 不僅 不断 不斷 不久 不但 不只 不少 不错 不錯 不管 不论 不論 不妨 不如 不禁 不愧 不停 差不多 对不起 對不起 ' +
    '了不起 不锈钢 不鏽鋼 不动产 不動產 不動産 未来 未來 未免 没收 沒收 沉没 沉沒 淹没 淹沒 出没 出沒 别人 別人 别的 別的 别名 別名 ' +
    '别墅 別墅 无论 無論 无锡 無錫'
  ).split(' '),
);
const kana = /[\p{Script=Hira}\p{Script=Kana}]/u;

/** The parts of a joined word, or a word alone, as the lists have them. */
const spell = (text: string, { text: word, start }: Word): readonly string[] => {
  const [first = '', ...others] = plainSpelling(word).split(/[-‐–/&+]/);
  const isRomanian = first === 'n' && /^.[-‐‑]\p{L}/u.test(text.slice(start, start + 4));
  return [isRomanian ? 'n-' : first, ...others];
};

/**
 * Returns what a word of a sentence negates: nothing, words after it, or words around it. A negation that another
 * language spells like a common word is none if the sentence reads as that language. Between equals it is one: a bold
 * negation too many is harmless.
 */
const readSentence = (sentence: string, words: readonly (readonly string[])[]) => {
  const counts = everyLanguage.map(() => 0);
  for (const part of new Set(words.flat())) {
    for (const number of known.get(part) ?? []) counts[number] = (counts[number] as number) + 1;
  }
  const most = Math.max(...counts);
  const readings = [...counts.keys()].filter((number) => counts[number] === most);
  const isListed = (word: string) =>
    negating.has(word) && !readings.every((number) => common.get(word)?.includes(number));
  const isJapanese = kana.test(sentence);
  const negatesAround =
    /\p{Script=Devanagari}/u.test(sentence) ||
    (most > 0 && readings.some((number) => everyLanguage[number]?.negatesAround));
  return (parts: readonly string[]): 'nothing' | 'after' | 'around' => {
    const last = parts.at(-1) as string;
    const isProhibition = prohibiting.has(last) || (!isJapanese && chineseProhibition.test(last));
    const isNegation =
      // French and Romanian join it to what it negates. What another part negates is within the word.
      /^n['-]/.test(parts[0] as string) ||
      /n't(?!\p{L})/u.test(last) ||
      last.split("'").some(isListed) ||
      (!isJapanese && chineseNegation.test(last) && !chineseExceptions.has(last));
    if (!isNegation && !isProhibition) return 'nothing';
    return negatesAround || isProhibition ? 'around' : 'after';
  };
};

/** Whether a word is the `no.` of a number, and not the begin of a sentence. */
const isNumberSign = (text: string, { text: word, start, end }: Word, sentenceStart: number) =>
  /^no$/i.test(word) &&
  /^\.\s?\p{N}/u.test(text.slice(end, end + 4)) &&
  /[\p{L}\p{N}]/u.test(text.slice(sentenceStart, start));

/** A colon and the empty lines after it, an empty line, or the end of a sentence. */
const breaks =
  /[:：][\p{Pe}\p{Pf}\p{Pi}"'*]*\s+|(?:\r\n|\n|\r(?!\n))[ \t]*(?=[\r\n])|[.!?…؟۔](?=[\p{Pe}\p{Pf}\p{Pi}"'*]*(?:\s|$))|[。！？।॥]/gu;
/** The end of a clause. The points of `z. B.` are none. */
const clauseBreaks =
  /[,;:](?=\s)|[，；：、。！？।॥\r\n]|(?<!(?<!\p{L})\p{L}(?=\.\s?\p{L}\.)|(?<!\p{L})\p{L}\.\s?\p{L}(?=\.))[.!?…؟۔](?=[\p{Pe}\p{Pf}\p{Pi}"'*]*(?:\s|$))/gu;
/** A line: its indentation, with the marks of quotes, its list markers, and the rest. */
const line =
  /([ \t>]*)((?:(?:[-+*]|\d{1,9}[.)])(?:[ \t]+|(?=[\r\n]|$)))*)([^\r\n]*)(?:\r\n|[\r\n]|$)/g;

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

/** Returns where the list ends that follows a line with a colon, or the lines up to an empty one. */
const findLists = (text: string): ((colon: number) => number) => {
  const lines = Array.from(text.matchAll(line), ({ index, 1: before = '', 2: marker, 3: rest }) => {
    const indent = before.replaceAll('\t', '    ').length;
    return { index, indent, marker: marker ?? '', rest: rest ?? '' };
  });
  const starts = lines.map(({ index }) => index);
  const isEmpty = (at: number) => lines[at]?.marker === '' && lines[at].rest === '';
  /** Whether a line is after a list whose items begin in a column, or after lines without a list (-1). */
  const isAfter = (at: number, column: number) => {
    const { indent = 0, marker, rest = '' } = lines[at] ?? {};
    if (column < 0 || isEmpty(at)) return column < 0 && isEmpty(at);
    if (marker) return indent < column;
    return indent < column + 2 && (isEmpty(at - 1) || /^#{1,6}\s/.test(rest));
  };
  /** The line after the last list in a column. */
  const ends = new Map<number, number>();
  return (colon) => {
    let first = placeIn(starts, colon + 1);
    const { indent = 0, marker = '' } = lines[first - 1] ?? {};
    while (isEmpty(first)) first += 1;
    const next = lines[first];
    const column = next?.marker ? Math.min(indent + marker.length, next.indent) : -1;
    // Lists in the same column are apart, so each line is read once for a column.
    let end = ends.get(column) ?? 0;
    if (end <= first) {
      for (end = first + 1; end < lines.length && !isAfter(end, column); ) end += 1;
      ends.set(column, end);
    }
    return starts[end] ?? text.length;
  };
};

/** Finds the negations of a text, in its order. */
export const findNegations = (text: string, words: readonly Word[]): readonly Negation[] => {
  const marks = [...text.matchAll(breaks)];
  const offsets = (kind: RegExp) =>
    marks.filter(([mark]) => kind.test(mark)).map(({ index }) => index);
  const emptyLines = [...offsets(/^[\r\n]/), text.length];
  const colons = offsets(/^[:：].*[\r\n]/s);
  const clauses = Array.from(text.matchAll(clauseBreaks), ({ index }) => index);
  const starts = words.map(({ start }) => start);
  const listEnd = findLists(text);
  const negations: Negation[] = [];
  /** The other words. */
  const others: number[] = [];
  const sentenceEnds = [...offsets(/^[^:：]/), text.length];
  let at = 0;
  for (const [place, to] of sentenceEnds.entries()) {
    const end = placeIn(starts, to);
    if (end === at) continue;
    const from = sentenceEnds[place - 1] ?? 0;
    const spellings = words.slice(at, end).map((word) => spell(text, word));
    const negates = readSentence(text.slice(from, to), spellings);
    for (const spelling of spellings) {
      const word = words[at] as Word;
      const negated = isNumberSign(text, word, from) ? 'nothing' : negates(spelling);
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
      const colon = colons[placeIn(colons, word.end)] ?? to;
      if (colon < to) governs.push([placeIn(starts, colon), placeIn(starts, listEnd(colon))]);
      negations.push({ at: at - 1, governs: governs.filter(([first, last]) => first < last) });
    }
  }
  return negations;
};

/**
 * Ranks words by their scores: all indexes, the best first; of equals, negations and then the earlier first. A negation
 * ranks before the words that it governs.
 *
 * @param scores - are changed.
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
    const own = scores[at] as number;
    let highest = own;
    for (const [from, to] of governs) {
      let [knownFrom, score] = best.get(to) ?? [to, Number.NEGATIVE_INFINITY];
      for (; knownFrom > from; knownFrom -= 1)
        score = Math.max(score, scores[knownFrom - 1] as number);
      best.set(to, [knownFrom, score]);
      highest = Math.max(highest, score);
    }
    scores[at] = own + rise * (highest - own);
  }
  const governed = new Map(negations.map(({ at, governs }) => [at, governs]));
  /** By the end of a range: the lowest score of the negations that govern it. */
  const lowest = new Map<number, number>();
  for (const at of scores.keys()) {
    for (const [to, score] of lowest) {
      if (to > at) scores[at] = Math.min(scores[at] as number, score);
      else lowest.delete(to);
    }
    const own = scores[at] as number;
    for (const [from, to] of governed.get(at) ?? []) {
      if (from > at) lowest.set(to, own);
      else scores[from] = Math.min(scores[from] as number, own);
    }
  }
  const isNegation = (at: number) => Number(governed.has(at));
  return [...scores.keys()].sort(
    (a, b) => (scores[b] as number) - (scores[a] as number) || isNegation(b) - isNegation(a),
  );
};
