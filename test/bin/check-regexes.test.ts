import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { findRegexes } from '../../bin/check-regexes/find.ts';
import manifest from '../../package.json' with { type: 'json' };
import { programEnvironment, projectRoot } from '../service.ts';

/** Runs the program over a folder with these files, by their names; tells how it ends and what it writes. */
const check = async (files: Readonly<Record<string, string>>) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'amplify-regexes-'));
  for (const [name, code] of Object.entries(files)) await writeFile(path.join(folder, name), code);
  const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/check-regexes.ts', folder], {
    cwd: projectRoot,
    env: programEnvironment(),
    encoding: 'utf8',
  });
  await rm(folder, { recursive: true });
  const complaints = stderr.replaceAll(`${folder}/`, '').split('\n').slice(0, -1);
  return { status, stdout, complaints };
};

test('what is slow, hidden or invalid is refused, each with its line, and a text that takes long', async () => {
  const regexes = [
    /\s+$/,
    /(?<=(a+)+)b/,
    // Each match is linear, and all of them together are not.
    /(?:a+b)?/g,
    /(.)(?=\1*b)/g,
  ];
  const linear = [/^\s+\p{Lu}+$/u, /(["'])[ \t]*\1/y];
  const { status, stdout, complaints } = await check({
    'slow.ts': regexes.join(';\n'),
    'hidden.ts': '/a/;\nconst f = (a: string) => new RegExp(a);',
    'invalid.ts': "new RegExp('(');",
    'linear.cts': linear.join(';\n'),
  });
  expect({ status, stdout }).toEqual({ status: 1, stdout: 'Checked 8 regular expressions.\n' });
  const takes = / takes (?:\w+ degree polynomial|exponential)(?: \(fuzz\))? time on .*repeat/;
  const [hidden, invalid, ...slow] = complaints;
  expect(hidden).toMatch(/^hidden\.ts:2: .*can't be checked/);
  expect(invalid).toBe("invalid.ts:1: /(/ can't be checked (invalid)");
  for (const [index, regex] of regexes.entries()) {
    expect(slow[index]).toMatch(takes);
    expect(slow[index]).toContain(`slow.ts:${index + 1}: ${regex} takes`);
  }
  expect(slow).toHaveLength(regexes.length);
  expect(slow[0]).toContain("2nd degree polynomial time on '\\t'.repeat(");
});

test('a folder without any is the wrong folder', async () => {
  expect(await check({ 'file.ts': '' })).toMatchObject({ status: 1 });
});

test('the check is a part of `npm run check`', () => {
  expect(manifest.scripts.check).toMatch(/ && node bin\/check-regexes\.ts$/);
});

describe('of a source', () => {
  const sourcesOf = (code: string) =>
    findRegexes(code).regexes.map(({ source, flags }) => `/${source}/${flags}`);

  test.each([
    ['const a = /a+/g;', '/a+/g'],
    [`const a = text.replace(/[/]"/u, \`\${text.match(/b/)}\`);`, '/[/]"/u', '/b/'],
    ["const a = new RegExp('a+', 'u');", '/a+/u'],
    ["const a = RegExp('a+');", '/a+/'],
    [`const p = String.raw\`\\d\`; const a = new RegExp(\`^\${p}+\` + "$", "u");`, '/^\\d+$/u'],
    ["const a = text.match('a+'), b = text?.matchAll('b+');", '/a+/', '/b+/'],
    ['const a: RegExp = b; const c = b instanceof RegExp;'],
    ['// /a+/\nconst a = "/b+/" + `/c+/`, b = c / d / e;'],
    ['const f = <T,>(a: T): a is T & RegExp => true; const b = a as unknown as RegExp;'],
  ])('%s', (code, ...regexes) => {
    expect(sourcesOf(code)).toEqual(regexes);
    expect(findRegexes(code).hidden).toEqual([]);
  });

  test.each([
    'const f = (a: string) => new RegExp(a);',
    `const f = (a: string) => RegExp(\`^\${a}\`, "u");`,
    'const f = (a: string) => new RegExp("a", a);',
    'const f = (a: RegExp) => new RegExp(a, "u");',
    'const f = (a: [string]) => new RegExp(...a);',
    'let p = "a"; p += "b"; const a = new RegExp(p);',
    'const Hidden = RegExp;',
    'const a = Reflect.construct(RegExp, ["a"]);',
    'const a = new globalThis.RegExp("a");',
    'const a = new globalThis["RegExp"]("a");',
    'const { RegExp: Hidden } = globalThis;',
    'class Hidden extends RegExp {}',
    'const f = (a: RegExp) => a.compile("b");',
  ])('%s hides one', (code) => {
    expect(findRegexes(code)).toEqual({ regexes: [], hidden: [1] });
  });
});
