/**
 * The features of the embedded model: what it knows of a word by itself, and of the word's place in its text. A word's
 * score is the sum of the weights of its features. In slogans, each feature has a second weight, which is added.
 */
import type { Word } from '../model.ts';
import { CONTENT, classes, type Form, kinds, NEGATION, shapes, wordForms } from './form.ts';

const SENTENCE_BREAK = /[.!?…:;\n•|。！？：；।؟۔]/u;
const CLAUSE_BREAK = /[.!?:;\n,]/u;
const MARKS: Readonly<Record<string, string>> = {
  none: '',
  comma: ',،，、',
  period: '.。।',
  exclamation: '!！',
  question: '?？؟',
  colon: ':：',
  semicolon: ';；؛',
  hyphen: '-',
  dash: '—–',
  quote: '\'"“”‘’`«»„「」『』',
  'line end': '\n',
  currency: '$£€¥₹₽',
  percent: '%٪°',
  symbol: '&+@#',
  bracket: '()[]（）【】',
  other: '',
};

/** The names of the punctuation marks. */
const marks = Object.keys(MARKS);
const NUMBERS = new Map(
  Object.values(MARKS).flatMap((list, mark) => [...list].map((character) => [character, mark])),
);

/** The number of a punctuation mark: its index among {@link marks}. */
const markNumber = (mark: string): number =>
  mark === '' ? 0 : (NUMBERS.get(mark) ?? marks.length - 1);

/** Reads the text between two words, before the first or after the last: its outermost marks, and what ends there. */
const readGap = (gap: string) => {
  const shown = gap.includes('\n') ? '\n' : gap.trim();
  return {
    firstMark: markNumber(shown.charAt(0)),
    lastMark: markNumber(shown.slice(-1)),
    endsSentence: SENTENCE_BREAK.test(gap),
    endsClause: CLAUSE_BREAK.test(gap),
  };
};

/** The words between two ends of sentences. */
interface Sentence {
  readonly number: number;
  readonly first: number;
  /** The word after the last one. */
  readonly end: number;
}

/** Each word's sentence. */
const divide = (gaps: readonly ReturnType<typeof readGap>[]): readonly Sentence[] => {
  const sentences: Sentence[] = [];
  for (let end = 1, number = 0; end < gaps.length; end++) {
    if (end < gaps.length - 1 && !gaps[end]?.endsSentence) continue;
    const sentence = { number, first: sentences.length, end };
    while (sentences.length < end) sentences.push(sentence);
    number += 1;
  }
  return sentences;
};

/** A group of features: one for each combination of the values of up to three axes. */
interface Group {
  /** The number of its first feature. */
  readonly first: number;
  readonly count: number;
  /** How many values each axis has. They count from 0; a higher one counts as the last. */
  readonly sizes: readonly [number, number, number];
}

/** How many features {@link groups} have. */
export let featureCount = 0;
const group = (x: number, y = 1, z = 1): Group => {
  const first = featureCount;
  const count = x * y * z;
  featureCount += count;
  return { first, count, sizes: [x, y, z] };
};

/** The groups, beside the vocabulary. */
export const groups = {
  class: group(classes.length),
  kind: group(kinds.length),
  length: group(13),
  shape: group(shapes.length),
  markBefore: group(marks.length),
  markAfter: group(marks.length),
  /** The kinds of the last word but one, and of the last. */
  kindsBefore: group(kinds.length, kinds.length),
  afterInSentence: group(7),
  /** By the word's role, and whether the sentence is the only one, the first, between, or the last. */
  fifthOfSentence: group(5, 5, 4),
  tenthOfText: group(10),
  /** By the word's role, and whether the text is short, longer or long. */
  textHasNumbers: group(2, 5, 3),
  /** Of function words and of content words: none, or how many words away. */
  negationBefore: group(2, 4),
  negationAfter: group(2, 4),
};

/** The role of a content word, by its shape: a number, capitalized, capitals or mixed, or lower case. It is 0 for others. */
const rolesByShape = shapes.map((shape) => {
  if (/digit|year|^number/.test(shape)) return 1;
  if (/capitalized|one capital/.test(shape)) return 2;
  return /^capitals|mixed|with a number/.test(shape) ? 3 : 4;
});

/** A feature's number in its group, or its entry in the vocabulary. */
export type Feature = number | string;

/** Finds the features of each word of a text. */
export const wordFeatures = (text: string, words: readonly Word[]): readonly Feature[][] => {
  const forms = wordForms(words);
  const starts = [...words.map(({ start }) => start), text.length];
  const gaps = starts.map((start, at) => readGap(text.slice(words[at - 1]?.end ?? 0, start)));
  const sentences = divide(gaps);
  const roles = forms.map(({ kind, shape }) =>
    kind === CONTENT ? (rolesByShape[shape] as number) : 0,
  );
  const lastSentence = sentences.at(-1)?.number ?? 0;
  const hasNumbers = Number(roles.includes(1));

  return forms.map((form, at) => {
    const content = Number(form.kind === CONTENT);
    const role = roles[at] as number;
    const sentence = sentences[at] as Sentence;
    const { number, first, end } = sentence;
    const kind = (index: number): number =>
      sentences[index] === sentence ? (forms[index] as Form).kind : 0;
    const distance = (step: 1 | -1): number =>
      [1, 2, 3].findIndex((distance) => kind(at + step * distance) === NEGATION) + 1;
    const fifth = Math.floor((5 * (at - first + 0.5)) / (end - first));
    const place = number === 0 ? Number(lastSentence > 0) : number < lastSentence ? 2 : 3;
    const length = forms.length < 12 ? 0 : forms.length < 30 ? 1 : 2;
    return [
      ...form.classes.map((number) => feature(groups.class, number)),
      feature(groups.kind, form.kind),
      feature(groups.length, form.length),
      feature(groups.shape, form.shape),
      feature(groups.markBefore, gaps[at]?.lastMark ?? 0),
      feature(groups.markAfter, gaps[at + 1]?.firstMark ?? 0),
      feature(groups.kindsBefore, kind(at - 2), kind(at - 1)),
      feature(groups.afterInSentence, end - 1 - at),
      feature(groups.fifthOfSentence, fifth, role, place),
      feature(groups.tenthOfText, Math.floor((10 * (at + 0.5)) / forms.length)),
      feature(groups.textHasNumbers, hasNumbers, role, length),
      feature(groups.negationBefore, content, distance(-1)),
      feature(groups.negationAfter, content, distance(1)),
      ...form.lexical,
      ...(at > 0 && !gaps[at]?.endsClause ? [`${forms[at - 1]?.spelling}_`] : []),
      ...(at + 1 < forms.length && !gaps[at + 1]?.endsClause
        ? [`_${forms[at + 1]?.spelling}`]
        : []),
    ];
  });
};

/** The number of a feature, by its values on the axes of its group. */
const feature = ({ first, sizes: [sizeX, sizeY, sizeZ] }: Group, x: number, y = 0, z = 0): number =>
  first +
  (Math.min(x, sizeX - 1) * sizeY + Math.min(y, sizeY - 1)) * sizeZ +
  Math.min(z, sizeZ - 1);

/** By group, the weights of its features in their order, in whole hundredths, so that sums are exact. */
type Table = Readonly<Record<string, string>>;

export interface Weights {
  /** A text is a slogan if the sum over all its words is positive. */
  readonly slogan: Table;
  readonly everywhere: Table;
  /** What is added in slogans. */
  readonly inSlogans: Table;
  /** By weight, the entries that have it. Absent ones have 0. */
  readonly vocabulary: Readonly<Record<string, string>>;
}

const readTable = (table: Table): readonly number[] =>
  Object.keys(groups).flatMap((name) => String(table[name]).split(' ').map(Number));

/** How far a negation rises towards the best word that it governs: of the values that were measured, the best one. */
export const rise = 0.4;

/** Creates the model. It returns the score of each word: the higher, the more it deserves emphasis. */
export const linearModel = (weights: Weights) => {
  const slogan = readTable(weights.slogan);
  const everywhere = readTable(weights.everywhere);
  const inSlogans = readTable(weights.inSlogans);
  const vocabulary = new Map(
    Object.entries(weights.vocabulary).flatMap(([weight, entries]) =>
      entries.split(' ').map((entry) => [entry, Number(weight)]),
    ),
  );
  return (text: string, words: readonly Word[]): Float64Array => {
    let sloganScore = 0;
    const scores = wordFeatures(text, words).map((features) => {
      let [score, added] = [0, 0];
      for (const feature of features) {
        if (typeof feature === 'string') {
          score += vocabulary.get(feature) ?? 0;
          continue;
        }
        score += everywhere[feature] as number;
        added += inSlogans[feature] as number;
        sloganScore += slogan[feature] as number;
      }
      return { score, added };
    });
    const isSlogan = sloganScore > 0;
    return Float64Array.from(scores, ({ score, added }) => score + (isSlogan ? added : 0));
  };
};
