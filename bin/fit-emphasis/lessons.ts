/** Converts annotated texts to training examples. */

import {
  type Features,
  features,
  type Vocabulary,
} from '../../functions/emphasis/embedded/features.ts';
import { formsOf } from '../../functions/emphasis/embedded/form.ts';
import type { Example } from './data.ts';
import type { Lesson } from './train.ts';

/** The minimum occurrences of a stem, and of a prefix or suffix, to be in the vocabulary. */
const STEM_OCCURS = 2;
const AFFIX_OCCURS = 4;

/** Returns the vocabulary: the frequent stems, prefixes and suffixes, in code unit order. */
export const vocabularyEntries = (examples: readonly Example[]): readonly string[] => {
  const counts = new Map<string, number>();
  for (const { words } of examples) {
    for (const { lexical } of formsOf(words.map(({ text }) => text))) {
      for (const entry of lexical) counts.set(entry, (counts.get(entry) ?? 0) + 1);
    }
  }
  return [...counts]
    .filter(([entry, count]) => count >= (entry.includes('-') ? AFFIX_OCCURS : STEM_OCCURS))
    .map(([entry]) => entry)
    .sort();
};

/** Converts a text to a training example. */
export const lessonOf = (example: Example, vocabulary: Vocabulary): Lesson => {
  const { text, words, targets } = example;
  const foreign = formsOf(
    words.map((word) => word.text),
    false,
  );
  // Squared, since Match_m counts only the top words.
  const squares = targets.map((target) => target ** 2);
  const sum = squares.reduce((total, square) => total + square, 0);
  return {
    words: byWord(features(text, words, vocabulary)),
    foreign: byWord(features(text, words, vocabulary, foreign)),
    targets,
    shares: squares.map((square) => (sum === 0 ? 0 : square / sum)),
  };
};

const byWord = ({ rows, starts }: Features): readonly (readonly number[])[] =>
  Array.from({ length: starts.length - 1 }, (_, at) => [
    ...rows.subarray(starts[at], starts[at + 1]),
  ]);
