/** A word's position in its sentence, its clause and its text. */

import type { Word } from '../model.ts';
import { CONTENT, type Form } from './form.ts';

/** The text between two words, before the first or after the last. */
export interface Gap {
  /** Its first punctuation mark, as an index into {@link marks}. */
  readonly mark: number;
  readonly endsSentence: boolean;
  readonly endsClause: boolean;
}

const SENTENCE_BREAK = /[.!?…:;\n•|。！？：；।؟۔]/u;
const CLAUSE_BREAK = /(?!['"’‘“”-])[\p{P}\p{S}\n]/u;
const MARKS: Readonly<Record<string, string>> = {
  none: '',
  comma: ',',
  period: '.',
  exclamation: '!',
  question: '?',
  colon: ':',
  semicolon: ';',
  hyphen: '-',
  dash: '—',
  quote: '\'"“”‘’`«»「」',
  'line end': '\n',
  symbol: '&+@#$%',
  bracket: '()[]',
  other: '',
};

/** The names of the punctuation marks. */
export const marks = Object.keys(MARKS);
const NUMBERS = new Map(
  Object.values(MARKS).flatMap((list, mark) => [...list].map((one) => [one, mark])),
);

const gapOf = (gap: string): Gap => {
  const mark = gap.includes('\n') ? '\n' : gap.trim().charAt(0);
  return {
    mark: mark === '' ? 0 : (NUMBERS.get(mark) ?? marks.length - 1),
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

/** The distance in words within which repetitions count, whatever the text's length. */
const EARSHOT = 20;

/** For each word 1 if its stem occurs shortly before, plus 2 if it occurs shortly after. */
export const repetitions = (forms: readonly Form[]): Uint8Array => {
  const found = new Uint8Array(forms.length);
  const last = new Map<string, number>();
  for (const [at, { stem }] of forms.entries()) {
    const before = last.get(stem);
    if (before !== undefined && at - before <= EARSHOT) {
      found[at] = (found[at] as number) | 1;
      found[before] = (found[before] as number) | 2;
    }
    last.set(stem, at);
  }
  return found;
};

/** 0 lower case, 1 most words capitalized, as in a title, 2 most words in capitals. */
export const capitalsOf = (forms: readonly Form[]): number => {
  const areMost = (shapes: readonly number[]) =>
    forms.filter(({ shape }) => shapes.includes(shape)).length > 0.6 * forms.length;
  if (areMost([2])) return 2;
  return areMost([1, 2]) ? 1 : 0;
};
