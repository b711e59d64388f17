/** A word's position in its sentence, its clause and its text. */

import type { Word } from '../../text/word.ts';
import { CONTENT, type Form } from './form.ts';

/** The text between two words, before the first or after the last. */
export interface Gap {
  /** 0 for spaces, otherwise the kind of its first punctuation mark. */
  readonly kind: number;
  readonly endsSentence: boolean;
  readonly endsClause: boolean;
}

const SENTENCE_BREAK = /[.!?…:;\n•|。！？：；।؟۔]/u;
const CLAUSE_BREAK = /(?!['"’‘“”-])[\p{P}\p{S}\n]/u;
const MARKS = [',', '.', '!', '?', ':', ';', '-', '—', '\'"“”‘’`«»「」', '\n', '&+@#$%', '()[]'];

const gapOf = (gap: string): Gap => {
  const mark = gap.includes('\n') ? '\n' : gap.trim().charAt(0);
  const kind = MARKS.findIndex((marks) => marks.includes(mark));
  return {
    kind: mark === '' ? 0 : kind < 0 ? MARKS.length + 1 : kind + 1,
    endsSentence: SENTENCE_BREAK.test(gap),
    endsClause: CLAUSE_BREAK.test(gap),
  };
};

/** The gaps: before the first word, between neighbours, after the last. */
export const gapsOf = (text: string, words: readonly Word[]): readonly Gap[] => {
  const starts = [...words.map(({ start }) => start), text.length];
  return starts.map((start, at) => gapOf(text.slice(words[at - 1]?.end ?? 0, start)));
};

/** The words between two breaks. */
export interface Run {
  readonly number: number;
  readonly first: number;
  /** The word after the last one. */
  readonly end: number;
}

/** Divides the words at the gaps that `isBreak` accepts. Returns each word's run. */
export const runsOf = (gaps: readonly Gap[], isBreak: (gap: Gap) => boolean): readonly Run[] => {
  const runs: Run[] = [];
  for (const [end, gap] of gaps.entries()) {
    const first = runs.length;
    if (end < gaps.length - 1 && !isBreak(gap)) continue;
    const run = { number: (runs.at(-1)?.number ?? -1) + 1, first, end };
    while (runs.length < end) runs.push(run);
  }
  return runs;
};

/** The number of content words before each word, and in total. */
export const contentCounts = (forms: readonly Form[]): Uint32Array => {
  const counts = new Uint32Array(forms.length + 1);
  for (const [at, { kind }] of forms.entries()) {
    counts[at + 1] = (counts[at] as number) + Number(kind === CONTENT);
  }
  return counts;
};

/** Longer words count as this long. */
const LONGEST = 63;

/** For each length up to {@link LONGEST}, how many words of the text are longer. */
export const longerThan = (forms: readonly Form[]): Uint32Array => {
  const longer = new Uint32Array(LONGEST + 1);
  for (const { length } of forms) {
    const shorter = Math.min(length, LONGEST) - 1;
    if (shorter >= 0) longer[shorter] = (longer[shorter] as number) + 1;
  }
  for (let length = LONGEST; length > 0; length--) {
    longer[length - 1] = (longer[length - 1] as number) + (longer[length] as number);
  }
  return longer;
};

/** 0 lower case, 1 most words capitalized, as in a title, 2 most words in capitals. */
export const capitalsOf = (forms: readonly Form[]): number => {
  const areMost = (shapes: readonly number[]) =>
    forms.filter(({ shape }) => shapes.includes(shape)).length > 0.6 * forms.length;
  if (areMost([2])) return 2;
  return areMost([1, 2]) ? 1 : 0;
};
