/**
 * The features of the embedded model: what it knows of a word by itself, and of the word's place in its text. A word's
 * score is the sum of the weights of its features.
 */
import type { Word } from '../model.ts';
import { CONTENT, classes, type Form, kinds } from './form.ts';

/** The text between two words, before the first or after the last. */
interface Gap {
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
const marks = Object.keys(MARKS);
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
const gapsOf = (text: string, words: readonly Word[]): readonly Gap[] => {
  const starts = [...words.map(({ start }) => start), text.length];
  return starts.map((start, at) => gapOf(text.slice(words[at - 1]?.end ?? 0, start)));
};

/** The words between two breaks. */
interface Run {
  readonly number: number;
  readonly first: number;
  /** The word after the last one. */
  readonly end: number;
}

/** Divides the words at the gaps that `isBreak` accepts. Returns each word's run. */
const runsOf = (gaps: readonly Gap[], isBreak: (gap: Gap) => boolean): readonly Run[] => {
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
const contentCounts = (forms: readonly Form[]): Uint32Array => {
  const counts = new Uint32Array(forms.length + 1);
  for (const [at, { kind }] of forms.entries()) {
    counts[at + 1] = (counts[at] as number) + Number(kind === CONTENT);
  }
  return counts;
};

/** The distance in words within which repetitions count, whatever the text's length. */
const REPETITION_DISTANCE = 20;

/** For each word 1 if its spelling occurs shortly before, plus 2 if it occurs shortly after. */
const repetitions = (forms: readonly Form[]): Uint8Array => {
  const found = new Uint8Array(forms.length);
  const last = new Map<string, number>();
  for (const [at, { spelling }] of forms.entries()) {
    const before = last.get(spelling);
    if (before !== undefined && at - before <= REPETITION_DISTANCE) {
      found[at] = (found[at] as number) | 1;
      found[before] = (found[before] as number) | 2;
    }
    last.set(spelling, at);
  }
  return found;
};

/** 0 lower case, 1 most words capitalized, as in a title, 2 most words in capitals. */
const capitalsOf = (forms: readonly Form[]): number => {
  const areMost = (shapes: readonly number[]) =>
    forms.filter(({ shape }) => shapes.includes(shape)).length > 0.6 * forms.length;
  if (areMost([2])) return 2;
  return areMost([1, 2]) ? 1 : 0;
};

/** A group of features: one for each combination of the values of its axes. */
interface Group {
  /** The number of its first feature. */
  readonly first: number;
  /** The features' names, in the order of their numbers. */
  readonly names: readonly string[];
  /** The number of values of the second axis, and of the third. */
  readonly second: number;
  readonly third: number;
}

let count = 0;
const group = (...axes: readonly (readonly string[])[]): Group => {
  const names = axes.reduce((all, axis) =>
    all.flatMap((one) => axis.map((two) => `${one} ${two}`)),
  );
  const first = count;
  count += names.length;
  return { first, names, second: axes[1]?.length ?? 1, third: axes[2]?.length ?? 1 };
};

/** Counts from 0. A higher one counts as the last one. */
const upTo = (most: number): readonly string[] =>
  Array.from({ length: most + 1 }, (_, value) => (value < most ? `${value}` : `${most}+`));

const role = ['function word', 'content word'];

/** The groups, beside the vocabulary. Where a word is counted before or after, it is a content word. */
export const groups = {
  class: group(classes),
  kind: group(kinds),
  length: group(upTo(12)),
  shape: group(
    ['lower case', 'capitalized', 'capitals', 'digits'],
    ['in lower case', 'in a title', 'in capitals'],
    ['later', 'first'],
  ),
  repeated: group(role, ['before', 'after', 'before and after']),
  markAfter: group(marks),
  kindsBefore: group(kinds, kinds),
  kindsAfter: group(kinds, kinds),
  sentencesAfter: group(upTo(4)),
  sixthOfSentence: group(['1', '2', '3', '4', '5', '6']),
  afterInSentence: group(upTo(6)),
  contentAroundInSentence: group(role, upTo(3), upTo(3)),
  contentOfSentence: group(role, upTo(6)),
  classInSentence: group(classes, ['first', 'middle', 'last']),
  contentAroundInClause: group(role, upTo(2), upTo(2)),
  contentBeforeInText: group(role, upTo(6)),
};

/** The number of features in {@link groups}. */
export const featureCount = count;

/** Reports the features of each word of a text, by their numbers, to `found`. */
export const features = (
  text: string,
  words: readonly Word[],
  forms: readonly Form[],
  found: (at: number, feature: number) => void,
): void => {
  const gaps = gapsOf(text, words);
  const sentences = runsOf(gaps, (gap) => gap.endsSentence);
  const clauses = runsOf(gaps, (gap) => gap.endsClause);
  const lastSentence = sentences.at(-1)?.number ?? 0;
  const contents = contentCounts(forms);
  const capitals = capitalsOf(forms);
  const repeated = repetitions(forms);

  for (let at = 0; at < forms.length; at++) {
    const form = forms[at] as Form;
    const content = form.kind === CONTENT ? 1 : 0;
    const sentence = sentences[at] as Run;
    const { first, end } = sentence;
    const [before, after] = around(contents, sentence, at);
    const [inClauseBefore, inClauseAfter] = around(contents, clauses[at] as Run, at);
    const place = before === 0 ? 0 : after > 0 ? 1 : 2;
    const kind = (other: number): number =>
      other < first || other >= end ? 0 : (forms[other] as Form).kind;
    const add = (to: Group, x: number, y = 0, z = 0): void => {
      const inPlane = Math.min(y, to.second - 1) * to.third + Math.min(z, to.third - 1);
      found(at, to.first + Math.min(x * to.second * to.third + inPlane, to.names.length - 1));
    };

    for (const each of form.classes) {
      add(groups.class, each);
      add(groups.classInSentence, each, place);
    }
    add(groups.kind, form.kind);
    add(groups.length, form.length);
    add(groups.shape, form.shape, capitals, at === first ? 1 : 0);
    const repetition = repeated[at] as number;
    if (repetition > 0) add(groups.repeated, content, repetition - 1);
    add(groups.markAfter, gaps[at + 1]?.mark ?? 0);
    add(groups.kindsBefore, kind(at - 2), kind(at - 1));
    add(groups.kindsAfter, kind(at + 1), kind(at + 2));
    add(groups.sentencesAfter, lastSentence - sentence.number);
    add(groups.sixthOfSentence, Math.floor((6 * (at - first + 0.5)) / (end - first)));
    add(groups.afterInSentence, end - 1 - at);
    add(groups.contentAroundInSentence, content, before, after);
    add(groups.contentOfSentence, content, before + content + after);
    add(groups.contentAroundInClause, content, inClauseBefore, inClauseAfter);
    add(groups.contentBeforeInText, content, contents[at] as number);
  }
};

/** How many content words of its run come before a word, and how many after. */
const around = (
  contents: Uint32Array,
  { first, end }: Run,
  at: number,
): readonly [number, number] => [
  (contents[at] as number) - (contents[first] as number),
  (contents[end] as number) - (contents[at + 1] as number),
];

/** By group and feature, in whole hundredths, so that sums are exact. Absent ones are 0. */
export type Weights = Readonly<Record<string, Readonly<Record<string, number>>>>;

/**
 * Creates the model with the weights of {@link groups} and of `vocabulary`. It returns the score of each word: the
 * higher, the more it deserves emphasis.
 */
export const linearModel = (weights: Weights) => {
  const table = new Int32Array(featureCount);
  for (const [group, { first, names }] of Object.entries(groups)) {
    for (const [at, name] of names.entries()) table[first + at] = weights[group]?.[name] ?? 0;
  }
  const vocabulary = new Map(Object.entries(weights.vocabulary ?? {}));
  return (text: string, words: readonly Word[], forms: readonly Form[]): Float64Array => {
    const scores = Float64Array.from(forms, ({ lexical }) =>
      lexical.reduce((sum, entry) => sum + (vocabulary.get(entry) ?? 0), 0),
    );
    features(text, words, forms, (at, feature) => {
      scores[at] = (scores[at] as number) + (table[feature] as number);
    });
    return scores;
  };
};
