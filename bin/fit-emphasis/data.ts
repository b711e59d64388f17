/** Reads annotated texts, and maps their tokens to words. */

import { createHash } from 'node:crypto';
import type { Word } from '../../functions/text/word.ts';

/** An annotated text. */
export interface Example {
  readonly text: string;
  readonly words: readonly Word[];
  /** For each token, the share of readers who would emphasize it. */
  readonly probabilities: readonly number[];
  /** For each word, its tokens: `don't` has `do` and `n't`. */
  readonly tokens: readonly (readonly number[])[];
  /** For each word, the highest probability of its tokens. */
  readonly targets: readonly number[];
  /** A number from 0 to 1, a hash of the text's letters. */
  readonly draw: number;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
const BRACKETS: Readonly<Record<string, string>> = {
  '``': '"',
  "''": '"',
  '-LRB-': '(',
  '-RRB-': ')',
};
/** Tokens of the Penn Treebank without a space before them. */
const CLINGS = /^([.,!?;:%)]|\.\.\.|''|-RRB-|n't|'(s|re|ve|ll|m|d))$/i;
const SPLIT = /^(can not|gon na|wan na|got ta)$/i;
/** Tokens without a space after them. */
const LEANS = /^(``|-LRB-|[$#@])$/;

/**
 * Reads texts in the format of SemEval-2020 Task 10: one token per line, and an empty line between texts. The columns
 * are the token's id, the token, and either the readers' annotations, their counts and the emphasis probability, or
 * directly the probability, as in a system's answers.
 *
 * @throws Error without texts, and for a line without a probability from 0 to 1
 */
export const parse = (tsv: string): readonly Example[] => {
  const texts = tsv
    .split(/\r?\n[ \t]*\r?\n/)
    .map((block) => block.split(/\r?\n/).filter((line) => line.trim() !== ''))
    .filter((lines) => lines.length > 0);
  if (texts.length === 0) throw new Error('No texts');
  return texts.map((lines) => example(lines.map((line) => line.split('\t'))));
};

const example = (rows: readonly (readonly string[])[]): Example => {
  let text = '';
  const spans = rows.map(([, token = ''], at) => {
    const previous = rows[at - 1]?.[1] ?? '';
    const apart = !(
      at === 0 ||
      CLINGS.test(token) ||
      SPLIT.test(`${previous} ${token}`) ||
      LEANS.test(previous)
    );
    if (apart) text += ' ';
    const start = text.length;
    text += BRACKETS[token] ?? token;
    return { start, end: text.length };
  });
  const words = [...segmenter.segment(text)]
    .filter((segment) => segment.isWordLike)
    .map(({ segment, index }) => ({ text: segment, start: index, end: index + segment.length }));
  const probabilities = rows.map(probabilityOf);
  const tokens = words.map((word) =>
    spans.flatMap((span, at) => (span.start < word.end && word.start < span.end ? [at] : [])),
  );
  const targets = targetsOf(tokens, probabilities);
  const letters = text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  const draw = createHash('sha256').update(letters).digest().readUInt32BE() / 2 ** 32;
  return { text, words, probabilities, tokens, targets, draw };
};

const probabilityOf = (row: readonly string[]): number => {
  const column = (row.length > 4 ? row[4] : row[2])?.trim();
  const probability = column ? Number(column) : Number.NaN;
  if (!(probability >= 0 && probability <= 1)) {
    throw new Error(`No probability from 0 to 1: ${JSON.stringify(row.join('\t'))}`);
  }
  return probability;
};

const targetsOf = (tokens: Example['tokens'], probabilities: readonly number[]) =>
  tokens.map((covered) => Math.max(...covered.map((at) => probabilities[at] as number)));

/** Merges equal texts, with the mean of their probabilities. */
export const merged = (examples: readonly Example[]): readonly Example[] =>
  [
    ...Map.groupBy(
      examples,
      ({ text, probabilities }) => `${probabilities.length} ${text}`,
    ).values(),
  ].map((same) => {
    const [one] = same as [Example, ...Example[]];
    const probabilities = one.probabilities.map(
      (_, at) =>
        same.reduce((sum, other) => sum + (other.probabilities[at] as number), 0) / same.length,
    );
    return { ...one, probabilities, targets: targetsOf(one.tokens, probabilities) };
  });
