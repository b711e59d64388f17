/**
 * What the embedded model sees of a word: numbered features, each a row of its weights. Fitting and
 * serving both come here, so that they cannot drift apart.
 */

import type { Word } from '../../text/word.ts';
import {
  capitalsOf,
  clausesOf,
  contentCounts,
  gapsOf,
  longerThanEach,
  type Runs,
  sentencesOf,
} from './context.ts';
import { echoes, negations, parallels, sharedClasses, turns } from './echo.ts';
import { FIELD_ROWS, type Field, fields, halfRowOf, rowOf } from './feature-fields.ts';
import { CONTENT, type Form, formsOf, KINDS } from './form.ts';

/** The learned stems, beginnings and endings, each with the number of its feature. */
export type Vocabulary = ReadonlyMap<string, number>;

/** Numbers the entries of a vocabulary, after the features of the fields. */
export const vocabularyOf = (entries: readonly string[]): Vocabulary =>
  new Map(entries.map((entry, at) => [entry, FIELD_ROWS + at]));

const GAPS = [',', '.', '!', '?', ':', ';', '-', '—', '\'"“”‘’`«»「」', '\n', '&+@#$%', '()[]'];

const gapKind = (gap: string): number => {
  const mark = gap.includes('\n') ? '\n' : gap.trim().charAt(0);
  if (mark === '') return 0;
  const kind = GAPS.findIndex((marks) => marks.includes(mark));
  return kind < 0 ? GAPS.length + 1 : kind + 1;
};

/**
 * The features of each word of a text.
 *
 * @param forms the forms of the words, where the caller knows better how to read them
 */
export const features = (
  text: string,
  words: readonly Word[],
  vocabulary: Vocabulary,
  forms: readonly Form[] = formsOf(words.map((word) => word.text)),
): readonly (readonly number[])[] => {
  const size = words.length;
  const gaps = gapsOf(text, words);
  const gapKinds = gaps.map(gapKind);
  const sentences = sentencesOf(gaps);
  const clauses = clausesOf(gaps);
  const contents = contentCounts(forms);
  const longer = longerThanEach(forms);
  const capitals = capitalsOf(forms);
  const repeated = echoes(forms.map((form) => form.stem));
  const shared = sharedClasses(forms);
  const negated = negations(forms, sentences);
  const turned = turns(forms, sentences);
  const left = parallels(forms, -1);
  const right = parallels(forms, 1);

  return forms.map((form, at) => {
    const rows: number[] = [];
    const content = form.kind === CONTENT;
    const add = (field: Field, value: number): void => {
      rows.push(rowOf(field, value));
    };
    const addHalf = (field: Field, value: number): void => {
      rows.push(halfRowOf(field, content, value));
    };
    const first = sentences.first[at] as number;
    const end = sentences.end[at] as number;

    add(fields.bias, 0);
    add(fields.kind, form.kind);
    add(fields.length, form.length);
    add(fields.classCount, form.classes.length);
    for (const each of form.classes) add(fields.class, each);
    if (!vocabulary.has(form.lexical[0] ?? ''))
      add(fields.unknown, form.lexical.length === 0 ? 1 : 0);
    for (const entry of form.lexical) {
      const row = vocabulary.get(entry);
      if (row !== undefined) rows.push(row);
    }
    add(fields.capitals, capitals);
    add(fields.shape, (form.shape * 3 + capitals) * 2 + (at === first ? 1 : 0));
    add(fields.longer, longer[at] as number);
    add(fields.longerFifth, Math.floor((5 * (longer[at] as number)) / size));
    add(fields.gapBefore, gapKinds[at] as number);
    add(fields.gapAfter, gapKinds[at + 1] as number);

    add(fields.fromStart, at - first);
    add(fields.toEnd, end - 1 - at);
    add(fields.sentenceSixth, Math.floor((6 * (at - first + 0.5)) / (end - first)));
    add(fields.sentenceLength, end - first);
    add(fields.sentence, sentences.number[at] as number);
    add(fields.sentencesLeft, sentences.count - 1 - (sentences.number[at] as number));
    add(fields.textStart, at);
    add(fields.textEnd, size - 1 - at);
    add(fields.textEighth, Math.floor((8 * (at + 0.5)) / size));
    add(fields.textLength, size >> 1);

    const total = contents[size] as number;
    const here = contents[at] as number;
    const next = contents[at + 1] as number;
    const [before, after] = around(contents, sentences, at);
    addHalf(fields.contentBefore, before);
    addHalf(fields.contentAfter, after);
    addHalf(fields.contentPlace, 4 * Math.min(before, 3) + Math.min(after, 3));
    addHalf(fields.contentCount, before + next - here + after);
    const [inClauseBefore, inClauseAfter] = around(contents, clauses, at);
    addHalf(fields.clauseBefore, inClauseBefore);
    addHalf(fields.clauseAfter, inClauseAfter);
    addHalf(fields.clausePlace, 3 * Math.min(inClauseBefore, 2) + Math.min(inClauseAfter, 2));
    addHalf(fields.textContentBefore, here);
    addHalf(fields.textContentAfter, total - next);
    addHalf(fields.textContentCount, total);
    const place = before === 0 ? 0 : after > 0 ? 1 : 2;
    for (const each of form.classes) add(fields.classPlace, 3 * each + place);
    if (repeated[at]) addHalf(fields.repeated, repeated[at]);
    if (content) {
      for (const each of shared[at] ?? []) add(fields.classShared, each);
      if (shared[at]?.size) add(fields.classesShared, shared[at].size);
      if (negated[at]) add(fields.negated, negated[at]);
      if (turned[at]) add(fields.turn, turned[at]);
      if (left[at]) add(fields.parallelLeft, 4 * (forms[at - 1] as Form).kind + left[at]);
      if (right[at]) add(fields.parallelRight, 4 * (forms[at + 1] as Form).kind + right[at]);
    }
    const kind = (other: number): number =>
      other < first || other >= end ? 0 : (forms[other] as Form).kind;
    add(fields.kindsBefore, KINDS * kind(at - 2) + kind(at - 1));
    add(fields.kindsAfter, KINDS * kind(at + 1) + kind(at + 2));
    return rows;
  });
};

/** How many content words stand before and after a word in its run. */
const around = (contents: readonly number[], runs: Runs, at: number): readonly [number, number] => [
  (contents[at] as number) - (contents[runs.first[at] as number] as number),
  (contents[runs.end[at] as number] as number) - (contents[at + 1] as number),
];
