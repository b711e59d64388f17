/** The numbering of the features. */

import { classes, KINDS } from './form.ts';

const CLASSES = classes.length;

/** A group of features of which a word has exactly one. */
export interface Field {
  /** The number of its first feature. */
  readonly base: number;
  /** The number of features. Higher values count as the last one. */
  readonly size: number;
}

let rows = 0;
const field = (size: number): Field => {
  const base = rows;
  rows += size;
  return { base, size };
};

/** The fields, one after the other. */
export const fields = {
  bias: field(1),
  unknown: field(2),
  class: field(CLASSES),
  classCount: field(4),
  kind: field(KINDS),
  length: field(13),
  shape: field(4 * 3 * 2),
  capitals: field(3),
  longer: field(7),
  longerFifth: field(5),
  gapBefore: field(14),
  gapAfter: field(14),
  // position among all words
  fromStart: field(7),
  toEnd: field(7),
  sentenceSixth: field(6),
  sentenceLength: field(16),
  sentence: field(5),
  sentencesLeft: field(5),
  textStart: field(9),
  textEnd: field(9),
  textEighth: field(8),
  textLength: field(11),
  // position among the content words, for function words and for content words
  contentBefore: field(2 * 5),
  contentAfter: field(2 * 5),
  contentPlace: field(2 * 16),
  contentCount: field(2 * 7),
  clauseBefore: field(2 * 4),
  clauseAfter: field(2 * 4),
  clausePlace: field(2 * 9),
  textContentBefore: field(2 * 7),
  textContentAfter: field(2 * 7),
  textContentCount: field(2 * 9),
  classPlace: field(3 * CLASSES),
  repeated: field(2 * 4),
  // only of content words
  classShared: field(CLASSES),
  classesShared: field(3),
  negated: field(5),
  turn: field(3),
  parallelLeft: field(4 * KINDS),
  parallelRight: field(4 * KINDS),
  // the kinds of the two words on each side
  kindsBefore: field(KINDS * KINDS),
  kindsAfter: field(KINDS * KINDS),
};

/** The number of the fields' features; those of the vocabulary follow. */
export const FIELD_ROWS = rows;

/** The number of a field's feature for a value. */
export const rowOf = ({ base, size }: Field, value: number): number =>
  base + (value < size ? value : size - 1);

/** The same for a field whose lower half is for function words, and whose upper half is for content words. */
export const halfRowOf = ({ base, size }: Field, content: boolean, value: number): number => {
  const half = size / 2;
  return base + (content ? half : 0) + (value < half ? value : half - 1);
};
