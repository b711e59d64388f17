/**
 * The features of the embedded model: what it knows of a word by itself, and of the word's place in its text. A word's
 * score is the sum of the weights of its features. In slogans, each feature has a second weight, which is added.
 */
import type { Word } from '../model.ts';
import { CONTENT, classes, type Form, kinds, NEGATION, shapes } from './form.ts';

/** The text between two words, before the first or after the last. */
interface Gap {
  /** Its first punctuation mark, as an index into {@link marks}. */
  readonly firstMark: number;
  readonly lastMark: number;
  readonly endsSentence: boolean;
  readonly endsClause: boolean;
}

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

/** The number of a punctuation mark. */
const markNumber = (mark: string): number =>
  mark === '' ? 0 : (NUMBERS.get(mark) ?? marks.length - 1);

const readGap = (gap: string): Gap => {
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
const divide = (gaps: readonly Gap[]): readonly Sentence[] => {
  const sentences: Sentence[] = [];
  for (let end = 1, number = 0; end < gaps.length; end++) {
    if (end < gaps.length - 1 && !gaps[end]?.endsSentence) continue;
    const sentence = { number, first: sentences.length, end };
    while (sentences.length < end) sentences.push(sentence);
    number += 1;
  }
  return sentences;
};

/** For each word, the distance to the next negation in its sentence, up to 3; otherwise 0. */
const distances = (
  forms: readonly Form[],
  sentences: readonly Sentence[],
  step: 1 | -1,
): readonly number[] =>
  sentences.map((sentence, at) => {
    const places = [1, 2, 3].map((distance) => at + step * distance);
    const isMeant = (place: number) =>
      sentences[place] === sentence && forms[place]?.kind === NEGATION;
    return places.findIndex(isMeant) + 1;
  });

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
  const names = axes.reduce((combined, axis) =>
    combined.flatMap((left) => axis.map((right) => `${left} ${right}`)),
  );
  const first = count;
  count += names.length;
  return { first, names, second: axes[1]?.length ?? 1, third: axes[2]?.length ?? 1 };
};

/** Counts from 0. A higher one counts as the last one. */
const upTo = (most: number): readonly string[] =>
  Array.from({ length: most + 1 }, (_, value) => (value < most ? `${value}` : `${most}+`));

const halves = ['function word', 'content word'];
const roles = ['function word', 'number', 'capitalized', 'capitals or mixed', 'lower case'];

/** The groups, beside the vocabulary. */
export const groups = {
  class: group(classes),
  kind: group(kinds),
  length: group(upTo(12)),
  shape: group(shapes),
  markBefore: group(marks),
  markAfter: group(marks),
  kindsBefore: group(kinds, kinds),
  afterInSentence: group(upTo(6)),
  fifthOfSentence: group(upTo(4), roles, ['of one', 'of the first', 'between', 'of the last']),
  tenthOfText: group(upTo(9)),
  textHasNumbers: group(['no', 'yes'], roles, ['up to 11 words', 'up to 29', 'more']),
  negationBefore: group(halves, upTo(3)),
  negationAfter: group(halves, upTo(3)),
};

/** The number of features in {@link groups}. */
export const featureCount = count;

/** The role of a content word, by its shape. */
const rolesByShape = shapes.map((shape) => {
  if (/digit|year|^number/.test(shape)) return 1;
  if (/capitalized|one capital/.test(shape)) return 2;
  return /^capitals|mixed|with a number/.test(shape) ? 3 : 4;
});

/**
 * Reports the features of each word of a text to `report`: those of {@link groups} by their numbers, those of the
 * vocabulary by their names.
 */
export const features = (
  text: string,
  words: readonly Word[],
  forms: readonly Form[],
  report: (at: number, feature: number | string) => void,
): void => {
  const starts = [...words.map(({ start }) => start), text.length];
  const gaps = starts.map((start, at) => readGap(text.slice(words[at - 1]?.end ?? 0, start)));
  const sentences = divide(gaps);
  const wordRoles = forms.map(({ kind, shape }) =>
    kind === CONTENT ? (rolesByShape[shape] as number) : 0,
  );
  const lastSentence = sentences.at(-1)?.number ?? 0;
  const hasNumbers = Number(wordRoles.includes(1));
  const negationBefore = distances(forms, sentences, -1);
  const negationAfter = distances(forms, sentences, 1);

  for (let at = 0; at < forms.length; at++) {
    const form = forms[at] as Form;
    const content = form.kind === CONTENT ? 1 : 0;
    const role = wordRoles[at] as number;
    const { number, first, end } = sentences[at] as Sentence;
    const kind = (index: number): number =>
      index < first || index >= end ? 0 : (forms[index] as Form).kind;
    const add = (to: Group, x: number, y = 0, z = 0): void => {
      const inPlane = Math.min(y, to.second - 1) * to.third + Math.min(z, to.third - 1);
      report(at, to.first + Math.min(x * to.second * to.third + inPlane, to.names.length - 1));
    };

    for (const number of form.classes) add(groups.class, number);
    add(groups.kind, form.kind);
    add(groups.length, form.length);
    add(groups.shape, form.shape);
    add(groups.markBefore, gaps[at]?.lastMark ?? 0);
    add(groups.markAfter, gaps[at + 1]?.firstMark ?? 0);
    add(groups.kindsBefore, kind(at - 2), kind(at - 1));
    add(groups.afterInSentence, end - 1 - at);
    const fifth = Math.floor((5 * (at - first + 0.5)) / (end - first));
    const place = number === 0 ? Number(lastSentence > 0) : number < lastSentence ? 2 : 3;
    add(groups.fifthOfSentence, fifth, role, place);
    add(groups.tenthOfText, Math.floor((10 * (at + 0.5)) / forms.length));
    add(groups.textHasNumbers, hasNumbers, role, forms.length < 12 ? 0 : forms.length < 30 ? 1 : 2);
    add(groups.negationBefore, content, negationBefore[at]);
    add(groups.negationAfter, content, negationAfter[at]);

    for (const entry of form.lexical) report(at, entry);
    if (at > 0 && !gaps[at]?.endsClause) report(at, `${forms[at - 1]?.spelling}_`);
    if (at + 1 < forms.length && !gaps[at + 1]?.endsClause)
      report(at, `_${forms[at + 1]?.spelling}`);
  }
};

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

const readTable = (table: Table): Int32Array =>
  Int32Array.from(
    Object.keys(groups).flatMap((name) => String(table[name]).split(' ')),
    Number,
  );

/** How far a negation rises towards the best word that it governs. Of the values that were measured, the best. */
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
  return (text: string, words: readonly Word[], forms: readonly Form[]): Float64Array => {
    const scores = new Float64Array(words.length);
    const added = new Float64Array(words.length);
    let sloganScore = 0;
    features(text, words, forms, (at, feature) => {
      if (typeof feature === 'string') {
        scores[at] = (scores[at] as number) + (vocabulary.get(feature) ?? 0);
        return;
      }
      scores[at] = (scores[at] as number) + (everywhere[feature] as number);
      added[at] = (added[at] as number) + (inSlogans[feature] as number);
      sloganScore += slogan[feature] as number;
    });
    return sloganScore > 0 ? scores.map((score, at) => score + (added[at] as number)) : scores;
  };
};
