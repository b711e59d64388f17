/** What a word echoes: repetitions, words of the same class, parallels, negations and turns. */

import type { Runs } from './context.ts';
import { CONTENT, type Form } from './form.ts';

/** How many words away an echo is still heard, so that a long text is no different from a short. */
const EARSHOT = 20;

/** For each word the sum of 1 if its key was heard shortly before and 2 if it is shortly after. */
export const echoes = <Key>(keys: readonly (Key | undefined)[]): readonly number[] => {
  const marks = new Array<number>(keys.length).fill(0);
  const last = new Map<Key, number>();
  for (const [at, key] of keys.entries()) {
    if (key === undefined) continue;
    const before = last.get(key);
    if (before !== undefined && at - before <= EARSHOT) {
      marks[at] = (marks[at] as number) | 1;
      marks[before] = (marks[before] as number) | 2;
    }
    last.set(key, at);
  }
  return marks;
};

/**
 * Parallels: a content word beside a function word that shortly before or after stands beside
 * another one. Both dreams and problems in `be pushed by your problems, be led by your dreams`.
 *
 * @param side -1 for the word on the left, 1 for that on the right
 */
export const parallels = (forms: readonly Form[], side: -1 | 1): readonly number[] =>
  echoes(
    forms.map(({ kind }, at) => {
      const beside = forms[at + side];
      return kind === CONTENT && beside?.kind !== CONTENT ? beside?.stem : undefined;
    }),
  );

/** For each word the classes that it shares with another word close by. */
export const sharedClasses = (
  forms: readonly Form[],
): readonly (ReadonlySet<number> | undefined)[] => {
  const shared = new Array<Set<number> | undefined>(forms.length);
  const last = new Map<number, number>();
  for (const [at, form] of forms.entries()) {
    for (const each of form.classes) {
      const before = last.get(each);
      if (before !== undefined && at - before <= EARSHOT && forms[before]?.stem !== form.stem) {
        shared[at] = (shared[at] ?? new Set()).add(each);
        shared[before] = (shared[before] ?? new Set()).add(each);
      }
      last.set(each, at);
    }
  }
  return shared;
};

/** For each word how far back in its sentence the last negation is, 0 if there is none. */
export const negations = (forms: readonly Form[], sentences: Runs): readonly number[] => {
  let last = -1;
  return forms.map(({ negation }, at) => {
    const distance = last >= (sentences.first[at] as number) ? at - last : 0;
    if (negation) last = at;
    return distance;
  });
};

const TURNS = new Set(['but', 'not', 'than']);

/** For each word 1 if its sentence has turned (`but`, `not`, `than`), 2 if it is yet to turn. */
export const turns = (forms: readonly Form[], sentences: Runs): readonly number[] => {
  const at = forms.flatMap((form, index) => (TURNS.has(form.stem) ? [index] : []));
  const first = new Map<number, number>();
  for (const index of at.toReversed()) first.set(sentences.number[index] as number, index);
  return forms.map((_, index) => {
    const turn = first.get(sentences.number[index] as number);
    return turn === undefined ? 0 : turn < index ? 1 : 2;
  });
};
