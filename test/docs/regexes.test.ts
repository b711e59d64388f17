/** No regular expression of the functions takes more than linear time: a caller could exploit it. */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from '@babel/parser';
import { afterAll, expect, test } from '@jest/globals';
import { check } from 'recheck';
import manifest from '../../package.json' with { type: 'json' };

/** The literals in a source. A call that converts a string to a regular expression is found as `/(/`. */
const readRegexes = (code: string): readonly (readonly [source: string, flags: string])[] => {
  const { tokens } = parse(code, { sourceType: 'module', plugins: ['typescript'], tokens: true });
  return (tokens ?? []).flatMap(({ type, value }, at, { [at + 1]: next, [at + 2]: argument }) => {
    if (type.label === 'regexp') return [[value.pattern, value.flags] as const];
    const isString = /^(?:string|template|`)/.test(argument?.type.label);
    const converts = isString && ['match', 'matchAll', 'search'].includes(value);
    return next?.type.label === '(' && (value === 'RegExp' || converts) ? [['(', '']] : [];
  });
};

/** What this version of recheck found safe before, beside Jest's other caches: it takes a quarter of a minute. */
const safeFile = path.join(
  path.dirname(process.env.NODE_COMPILE_CACHE ?? ''),
  `safe-expressions-${manifest.devDependencies.recheck}.json`,
);
const safe = new Set<string>(
  existsSync(safeFile) ? JSON.parse(readFileSync(safeFile, 'utf8')) : [],
);
afterAll(() => writeFileSync(safeFile, JSON.stringify([...safe])));

/** The search for an attack ends after some steps, not some time, so slow machines find the same. */
const limits = { timeout: null, incubationTimeout: null, seedingTimeout: null };

const isLinear = async (source: string, flags: string): Promise<boolean> => {
  // Renumbers the references to groups: one more group stands before them.
  const moved = source.replace(/\\(?:([1-9]\d*)|.)/gs, (text, digit) =>
    digit ? `\\${+digit + 1}` : text,
  );
  // With g or y, each match may be linear, but not all matches of a text.
  const searched = /[gy]/.test(flags) ? `^(?:(?=(${moved}))\\1|[\\s\\S])*` : source;
  const expression = `/${searched}/${flags.replace(/[gyd]/g, '')}`;
  if (safe.has(expression)) return true;
  const { status } = await check(searched, flags.replace(/[gyd]/g, ''), limits);
  if (status === 'safe') safe.add(expression);
  return status === 'safe';
};

const slow = ['/\\s+$/', '/\\s+$/g', '/(?<=(a+)+)b/', '/(?:a+b)?/g', '/(.)(?=\\1*b)/g'];
test.each([...slow, 'new RegExp(a)', "a.match('b')"])('%s is found', async (code) => {
  const [[source, flags] = ['', '']] = readRegexes(code);
  expect(await isLinear(source, flags)).toBe(false);
});

test.each(globSync('functions/**/*.ts'))('%s has none that is slow', async (file) => {
  const regexes = readRegexes(readFileSync(file, 'utf8'));
  for (const regex of regexes) expect([regex, await isLinear(...regex)]).toEqual([regex, true]);
});
