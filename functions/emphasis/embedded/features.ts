/** The features of a word: rows of the model's weights. */

import type { Word } from '../../text/word.ts';
import {
  capitalsOf,
  contentCounts,
  type Gap,
  gapsOf,
  longerThan,
  type Run,
  runsOf,
} from './context.ts';
import { echoes, negations, parallels, sharedClasses, turns } from './echo.ts';
import { FIELD_ROWS, type Field, fields, halfRowOf, rowOf } from './feature-fields.ts';
import { CONTENT, type Form, KINDS } from './form.ts';

/** The learned stems, beginnings and endings, with the numbers of their features. */
export type Vocabulary = ReadonlyMap<string, number>;

/** Numbers the entries of a vocabulary, after the features of the fields. */
export const vocabularyOf = (entries: readonly string[]): Vocabulary =>
  new Map(entries.map((entry, at) => [entry, FIELD_ROWS + at]));

/** The features of a text's words. */
export interface Features {
  /** The numbers of the features, word by word. */
  readonly rows: readonly number[];
  /** The index in `rows` of each word's first feature, and at last the length. */
  readonly starts: readonly number[];
}

/** The features of each word of a text. */
export const features = (
  text: string,
  words: readonly Word[],
  vocabulary: Vocabulary,
  forms: readonly Form[],
): Features => {
  const size = words.length;
  const gaps = gapsOf(text, words);
  const sentences = runsOf(gaps, (gap) => gap.endsSentence);
  const clauses = runsOf(gaps, (gap) => gap.endsClause);
  const last = sentences.at(-1)?.number ?? 0;
  const contents = contentCounts(forms);
  const longerThanLength = longerThan(forms);
  const capitals = capitalsOf(forms);
  const repeated = echoes(forms.map((form) => form.stem));
  const shared = sharedClasses(forms);
  const negated = negations(forms, sentences);
  const turned = turns(forms, sentences);
  const left = parallels(forms, -1);
  const right = parallels(forms, 1);

  const rows: number[] = [];
  const starts = [0];
  const ofForms = new Map<Form, readonly number[]>();
  for (const [at, form] of forms.entries()) {
    const content = form.kind === CONTENT;
    const add = (field: Field, value: number) => rows.push(rowOf(field, value));
    const addHalf = (field: Field, value: number) => rows.push(halfRowOf(field, content, value));
    const known = ofForms.get(form) ?? formRows(form, vocabulary);
    ofForms.set(form, known);
    rows.push(...known);

    const longer = longerThanLength[Math.min(form.length, longerThanLength.length - 1)] as number;
    const sentence = sentences[at] as Run;
    const { first, end } = sentence;
    add(fields.capitals, capitals);
    add(fields.shape, (form.shape * 3 + capitals) * 2 + (at === first ? 1 : 0));
    add(fields.longer, longer);
    add(fields.longerFifth, Math.floor((5 * longer) / size));
    add(fields.gapBefore, (gaps[at] as Gap).kind);
    add(fields.gapAfter, (gaps[at + 1] as Gap).kind);

    add(fields.fromStart, at - first);
    add(fields.toEnd, end - 1 - at);
    add(fields.sentenceSixth, Math.floor((6 * (at - first + 0.5)) / (end - first)));
    add(fields.sentenceLength, end - first);
    add(fields.sentence, sentence.number);
    add(fields.sentencesLeft, last - sentence.number);
    add(fields.textStart, at);
    add(fields.textEnd, size - 1 - at);
    add(fields.textEighth, Math.floor((8 * (at + 0.5)) / size));
    add(fields.textLength, size >> 1);

    const total = contents[size] as number;
    const here = contents[at] as number;
    const next = contents[at + 1] as number;
    const [before, after] = around(contents, sentence, at);
    addHalf(fields.contentBefore, before);
    addHalf(fields.contentAfter, after);
    addHalf(fields.contentPlace, 4 * Math.min(before, 3) + Math.min(after, 3));
    addHalf(fields.contentCount, before + next - here + after);
    const [inClauseBefore, inClauseAfter] = around(contents, clauses[at] as Run, at);
    addHalf(fields.clauseBefore, inClauseBefore);
    addHalf(fields.clauseAfter, inClauseAfter);
    addHalf(fields.clausePlace, 3 * Math.min(inClauseBefore, 2) + Math.min(inClauseAfter, 2));
    addHalf(fields.textContentBefore, here);
    addHalf(fields.textContentAfter, total - next);
    addHalf(fields.textContentCount, total);
    const place = before === 0 ? 0 : after > 0 ? 1 : 2;
    for (const each of form.classes) add(fields.classPlace, 3 * each + place);
    const echo = repeated[at] as number;
    if (echo > 0) addHalf(fields.repeated, echo);
    if (content) {
      const sharedHere = shared[at];
      if (sharedHere) {
        for (const each of sharedHere) add(fields.classShared, each);
        add(fields.classesShared, sharedHere.size);
      }
      const distance = negated[at] as number;
      if (distance > 0) add(fields.negated, distance);
      const turn = turned[at] as number;
      if (turn > 0) add(fields.turn, turn);
      const onLeft = left[at] as number;
      if (onLeft > 0) add(fields.parallelLeft, 4 * (forms[at - 1] as Form).kind + onLeft);
      const onRight = right[at] as number;
      if (onRight > 0) add(fields.parallelRight, 4 * (forms[at + 1] as Form).kind + onRight);
    }
    const kind = (other: number): number =>
      other < first || other >= end ? 0 : (forms[other] as Form).kind;
    add(fields.kindsBefore, KINDS * kind(at - 2) + kind(at - 1));
    add(fields.kindsAfter, KINDS * kind(at + 1) + kind(at + 2));
    starts.push(rows.length);
  }
  return { rows, starts };
};

/** The features that depend only on a word's form. */
const formRows = (form: Form, vocabulary: Vocabulary): readonly number[] => {
  const rows = [
    fields.bias.base,
    rowOf(fields.kind, form.kind),
    rowOf(fields.length, form.length),
    rowOf(fields.classCount, form.classes.length),
  ];
  for (const each of form.classes) rows.push(rowOf(fields.class, each));
  const [stem] = form.lexical;
  if (stem === undefined) rows.push(rowOf(fields.unknown, 1));
  else if (!vocabulary.has(stem)) rows.push(rowOf(fields.unknown, 0));
  for (const entry of form.lexical) {
    const row = vocabulary.get(entry);
    if (row !== undefined) rows.push(row);
  }
  return rows;
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
