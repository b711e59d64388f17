/** Where a word stands: in its sentence, its clause and its text, and what it echoes there. */

import type { Word } from '../../text/word.ts';
import { CONTENT, type Form } from './form.ts';

/** Words between two breaks, for each word: the run's number, its first word, the word after it. */
export interface Runs {
  readonly number: readonly number[];
  readonly first: readonly number[];
  readonly end: readonly number[];
  readonly count: number;
}

/** What stands between the words: before the first, between neighbours, after the last. */
export const gapsOf = (text: string, words: readonly Word[]): readonly string[] => [
  ...words.map((word, at) => text.slice(words[at - 1]?.end ?? 0, word.start)),
  text.slice(words.at(-1)?.end ?? 0),
];

const SENTENCE_BREAK = /[.!?…:;\n•|。！？：；।؟۔]/u;
const CLAUSE_BREAK = /(?!['"’‘“”-])[\p{P}\p{S}\n]/u;

const runsOf = (gaps: readonly string[], isBreak: RegExp): Runs => {
  const size = gaps.length - 1;
  const starts: number[] = [];
  const number: number[] = [];
  for (let at = 0; at < size; at++) {
    if (at === 0 || isBreak.test(gaps[at] as string)) starts.push(at);
    number.push(starts.length - 1);
  }
  return {
    number,
    first: number.map((run) => starts[run] as number),
    end: number.map((run) => starts[run + 1] ?? size),
    count: starts.length,
  };
};

/** The sentences, as far as punctuation shows them; a line is one too. */
export const sentencesOf = (gaps: readonly string[]): Runs => runsOf(gaps, SENTENCE_BREAK);

/** The clauses, as far as punctuation shows them. */
export const clausesOf = (gaps: readonly string[]): Runs => runsOf(gaps, CLAUSE_BREAK);

/** The number of content words before each word, and in all. */
export const contentCounts = (forms: readonly Form[]): readonly number[] => {
  const counts = [0];
  let count = 0;
  for (const { kind } of forms) counts.push(kind === CONTENT ? ++count : count);
  return counts;
};

/** For each word, how many words of the text are longer; beyond 63 letters all are one length. */
export const longerThanEach = (forms: readonly Form[]): readonly number[] => {
  const atLeast = new Array<number>(65).fill(0);
  for (const { length } of forms) {
    const capped = Math.min(length, 63);
    atLeast[capped] = (atLeast[capped] as number) + 1;
  }
  for (let length = 63; length > 0; length--) {
    atLeast[length - 1] = (atLeast[length - 1] as number) + (atLeast[length] as number);
  }
  return forms.map(({ length }) => atLeast[Math.min(length, 63) + 1] as number);
};

/** 0 lower case, 1 most words capitalized, as in a title, 2 most words in capitals. */
export const capitalsOf = (forms: readonly Form[]): number => {
  const most = (shapes: readonly number[]): boolean =>
    forms.filter(({ shape }) => shapes.includes(shape)).length > 0.6 * forms.length;
  return most([2]) ? 2 : most([1, 2]) ? 1 : 0;
};
