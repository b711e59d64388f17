/** No regular expression of the functions takes more than linear time: a caller could exploit it. */
import { globSync, readFileSync } from 'node:fs';
import { parse } from '@babel/parser';
import { expect, test } from '@jest/globals';
import { check } from 'recheck';

/** The literals in a source. A call that converts a string to a regular expression is found as `/(/`. */
const regexesOf = (code: string): readonly (readonly [source: string, flags: string])[] => {
  const { tokens } = parse(code, { sourceType: 'module', plugins: ['typescript'], tokens: true });
  return (tokens ?? []).flatMap(({ type, value }, at, { [at + 1]: next, [at + 2]: argument }) => {
    if (type.label === 'regexp') return [[value.pattern, value.flags] as const];
    const isString = /^(?:string|template|`)/.test(argument?.type.label);
    const converts = isString && ['match', 'matchAll', 'search'].includes(value);
    return next?.type.label === '(' && (value === 'RegExp' || converts) ? [['(', '']] : [];
  });
};

/** The search for an attack ends after some steps, not some time, so slow machines find the same. */
const limits = { timeout: null, incubationTimeout: null, seedingTimeout: null };

const isLinear = async (source: string, flags: string): Promise<boolean> => {
  // Renumbers the references to groups: one more group stands before them.
  const moved = source.replace(/\\(?:([1-9]\d*)|.)/gs, (text, digit) =>
    digit ? `\\${+digit + 1}` : text,
  );
  // With g or y, each match may be linear, but not all matches of a text.
  const searched = /[gy]/.test(flags) ? `^(?:(?=(${moved}))\\1|[\\s\\S])*` : source;
  return (await check(searched, flags.replace(/[gyd]/g, ''), limits)).status === 'safe';
};

const slow = ['/\\s+$/', '/\\s+$/g', '/(?<=(a+)+)b/', '/(?:a+b)?/g', '/(.)(?=\\1*b)/g'];
test.each([...slow, 'new RegExp(a)', "a.match('b')"])('%s is found', async (code) => {
  const [[source, flags] = ['', '']] = regexesOf(code);
  expect(await isLinear(source, flags)).toBe(false);
});

test.each(globSync('functions/**/*.ts'))('%s has none that is slow', async (file) => {
  const regexes = regexesOf(readFileSync(file, 'utf8'));
  for (const regex of regexes) expect([regex, await isLinear(...regex)]).toEqual([regex, true]);
});
