/** Relations to nearby words: repetitions, shared classes, parallels, negations and turns. */

import type { Run } from './context.ts';
import { CONTENT, type Form } from './form.ts';

/** The distance in words within which relations count, whatever the text's length. */
const EARSHOT = 20;

/** For each word 1 if its key occurs shortly before, plus 2 if it occurs shortly after. */
export const echoes = <Key>(keys: readonly (Key | undefined)[]): Uint8Array => {
  const marks = new Uint8Array(keys.length);
  const last = new Map<Key, number>();
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at];
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
 * Parallels: a content word beside a function word that is nearby beside another one, such as dreams and
 * problems in `be pushed by your problems, be led by your dreams`.
 *
 * @param side -1 for the word on the left, 1 for that on the right
 */
export const parallels = (forms: readonly Form[], side: -1 | 1): Uint8Array =>
  echoes(
    forms.map(({ kind }, at) => {
      const beside = forms[at + side];
      return kind === CONTENT && beside?.kind !== CONTENT ? beside?.stem : undefined;
    }),
  );

/** For each word the classes that it shares with a nearby word. */
export const sharedClasses = (
  forms: readonly Form[],
): readonly (ReadonlySet<number> | undefined)[] => {
  const shared = new Array<Set<number> | undefined>(forms.length);
  const last = new Map<number, number>();
  for (let at = 0; at < forms.length; at++) {
    const { classes, stem } = forms[at] as Form;
    for (const each of classes) {
      const before = last.get(each);
      if (before !== undefined && at - before <= EARSHOT && forms[before]?.stem !== stem) {
        shared[at] = (shared[at] ?? new Set()).add(each);
        shared[before] = (shared[before] ?? new Set()).add(each);
      }
      last.set(each, at);
    }
  }
  return shared;
};

/** For each word the distance to the last negation in its sentence, 0 if there is none. */
export const negations = (forms: readonly Form[], sentences: readonly Run[]): Uint32Array => {
  const distances = new Uint32Array(forms.length);
  let last = -1;
  for (const [at, { first }] of sentences.entries()) {
    if (last >= first) distances[at] = at - last;
    if (forms[at]?.negation) last = at;
  }
  return distances;
};

const TURNS = new Set(['but', 'not', 'than']);

/** For each word 1 if its sentence has turned (`but`, `not`, `than`), 2 if it turns later. */
export const turns = (forms: readonly Form[], sentences: readonly Run[]): Uint8Array => {
  const marks = new Uint8Array(forms.length);
  for (const [at, { first, end }] of sentences.entries()) {
    if (marks[at] === 1 || !TURNS.has(forms[at]?.stem as string)) continue;
    marks.fill(2, first, at + 1);
    marks.fill(1, at + 1, end);
  }
  return marks;
};
