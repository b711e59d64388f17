/** Whether a regular expression takes more than linear time on some text. */
import { checkSync, type Parameters } from 'recheck';
import type { Regex } from './find.ts';

// The backend in JavaScript: the same on every machine, and with nothing to start.
process.env.RECHECK_SYNC_BACKEND = 'pure';

/**
 * The search for an attack is bounded by its steps and not by time, so that a slow machine finds the
 * same. (The time-outs that are left only end the proof of an attack, and what never ends.)
 */
const parameters: Parameters = { timeout: 120_000, incubationTimeout: null, seedingTimeout: null };

/**
 * What is wrong with a regular expression, or `undefined` for one that takes linear time.
 *
 * recheck proves that by automata. Where it can't (lookarounds, references), it searches for a text that
 * takes more, and what it can't search through counts as wrong.
 *
 * One that is looked for again and again (`g`, `y`) may find each match in linear time and all of them in
 * quadratic, as `a(?=.*b)` does. So all matches of a text are searched for an attack as well.
 */
export const judge = ({ source, flags }: Regex): string | undefined => {
  const once = flags.replace(/[gyd]/g, '');
  if (!/[gy]/.test(flags)) return verdict(source, once);
  // An attack on one match is one on all, so what can only be searched is searched once.
  const fault = beyondAutomata.test(source) ? undefined : verdict(source, once);
  return fault ?? verdict(everyMatch(source), once);
};

const beyondAutomata = /\(\?<?[=!]|\\[1-9k]/;

const verdict = (source: string, flags: string): string | undefined => {
  const result = checkSync(source, flags, parameters);
  if (result.status === 'safe') return undefined;
  if (result.status === 'unknown') return `can't be checked (${result.error.kind})`;
  return `takes ${result.complexity.summary} time on ${result.attack.pattern}`;
};

/** An expression that finds all matches of another, one after the other, none of them in another way. */
const everyMatch = (source: string): string => {
  // A group more stands before the others.
  const shifted = source.replace(/\\(?:([1-9]\d*)|.)/gs, (text, group?: string) =>
    group === undefined ? text : `\\${Number(group) + 1}`,
  );
  return String.raw`^(?:(?=(${shifted}))\1|[\s\S])*`;
};
