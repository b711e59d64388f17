/** The numbering of the features. */

import { classes, KINDS } from './form.ts';

const CLASSES = classes.length;

/** How many values each field has; a value beyond counts as the last. */
const sizes = {
  bias: 1,
  unknown: 2,
  class: CLASSES,
  classCount: 4,
  kind: KINDS,
  length: 13,
  shape: 4 * 3 * 2,
  capitals: 3,
  longer: 7,
  longerFifth: 5,
  gapBefore: 14,
  gapAfter: 14,
  // the place among all words
  fromStart: 7,
  toEnd: 7,
  sentenceSixth: 6,
  sentenceLength: 16,
  sentence: 5,
  sentencesLeft: 5,
  textStart: 9,
  textEnd: 9,
  textEighth: 8,
  textLength: 11,
  // the place among the content words, for function words and for content words
  contentBefore: 2 * 5,
  contentAfter: 2 * 5,
  contentPlace: 2 * 16,
  contentCount: 2 * 7,
  clauseBefore: 2 * 4,
  clauseAfter: 2 * 4,
  clausePlace: 2 * 9,
  textContentBefore: 2 * 7,
  textContentAfter: 2 * 7,
  textContentCount: 2 * 9,
  classPlace: 3 * CLASSES,
  repeated: 2 * 4,
  // of content words only
  classShared: CLASSES,
  classesShared: 3,
  negated: 5,
  turn: 3,
  parallelLeft: 4 * KINDS,
  parallelRight: 4 * KINDS,
  // the kinds of the two words on each side
  kindsBefore: KINDS * KINDS,
  kindsAfter: KINDS * KINDS,
} as const;

/** A field: which features are its own. */
export interface Field {
  /** The number of its first feature. */
  readonly base: number;
  /** How many it has. */
  readonly size: number;
}

const laidOut = (): { readonly fields: Readonly<Record<string, Field>>; readonly rows: number } => {
  let rows = 0;
  const placed = Object.entries(sizes).map(([name, size]) => {
    const field: Field = { base: rows, size };
    rows += size;
    return [name, field] as const;
  });
  return { fields: Object.fromEntries(placed), rows };
};
const layout = laidOut();

/** The fields, one after the other. */
export const fields = layout.fields as Readonly<Record<keyof typeof sizes, Field>>;

/** How many features the fields have together; those of the vocabulary follow. */
export const FIELD_ROWS = layout.rows;

/** The number of a field's feature for a value. */
export const rowOf = ({ base, size }: Field, value: number): number =>
  base + Math.min(value, size - 1);

/** The same for a field whose lower half is for function words and upper half for content words. */
export const halfRowOf = ({ base, size }: Field, content: boolean, value: number): number => {
  const half = size / 2;
  return base + (content ? half : 0) + Math.min(value, half - 1);
};
