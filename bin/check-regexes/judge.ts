/** Decides whether a regular expression is linear in every text. */
import { checkSync, type Parameters } from 'recheck';
import type { Regex } from './find.ts';

// The backend in JavaScript: the same on every machine.
process.env.RECHECK_SYNC_BACKEND = 'pure';

/** The search for an attack is limited by steps, not by time, so that a slow machine finds the same. */
const parameters: Parameters = { timeout: 120_000, incubationTimeout: null, seedingTimeout: null };

/**
 * Returns why a regular expression is rejected, or `undefined` if it is linear.
 *
 * recheck uses automata. With lookarounds and references it searches for an attack instead, and a regular expression
 * that it can't search is rejected.
 *
 * With the flags `g` and `y`, each match may be linear but all matches of a text quadratic, like `a(?=.*b)`. So the
 * search for all matches is checked, too.
 */
export const judge = ({ source, flags }: Regex): string | undefined => {
  const once = flags.replace(/[gyd]/g, '');
  if (!/[gy]/.test(flags)) return verdict(source, once);
  // An attack on one match is also one on all matches: no need to search twice.
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

/** Returns an expression that finds all matches of another one, without backtracking into them. */
const everyMatch = (source: string): string => {
  // References shift by the group that is added before them.
  const shifted = source.replace(/\\(?:([1-9]\d*)|.)/gs, (text, group?: string) =>
    group === undefined ? text : `\\${Number(group) + 1}`,
  );
  return String.raw`^(?:(?=(${shifted}))\1|[\s\S])*`;
};
