import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { findRegexes } from '../../bin/check-regexes/find.ts';
import manifest from '../../package.json' with { type: 'json' };
import { programEnvironment, projectRoot } from '../service.ts';

/** Runs the program over a folder; tells how it ends and what it writes. */
const check = (folder: string) =>
  new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    const options = { cwd: projectRoot, env: programEnvironment() };
    const program = path.join(projectRoot, 'bin/check-regexes.ts');
    execFile(process.execPath, [program, folder], options, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });

/** Runs it over a folder with these files, by their names. */
const checkFiles = async (files: Readonly<Record<string, string>>) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'amplify-regexes-'));
  for (const [name, code] of Object.entries(files)) await writeFile(path.join(folder, name), code);
  const { stderr, ...checked } = await check(folder);
  await rm(folder, { recursive: true });
  return { ...checked, complaints: stderr.replaceAll(`${folder}/`, '').split('\n').slice(0, -1) };
};

test('the functions hide none, and the check looks at all of them', () => {
  const functions = path.join(projectRoot, 'functions');
  const found = globSync('**/*.{ts,cts}', { cwd: functions }).map((file) =>
    findRegexes(readFileSync(path.join(functions, file), 'utf8')),
  );
  expect(found.flatMap(({ hidden }) => hidden)).toEqual([]);
  expect(found.flatMap(({ regexes }) => regexes).length).toBeGreaterThan(20);
  expect(manifest.scripts.check).toMatch(/ && node bin\/check-regexes\.ts$/);
});

test('what is slow, hidden or invalid is refused, each with its line, and a text that takes long', async () => {
  const regexes = [
    /^\P{Ll}*\p{Lu}\P{Ll}*\p{Lu}\P{Ll}*$/u,
    /\s+$/,
    /(?<=a+)b/,
    // Each match is linear, and all of them together are not.
    /a(?=.*b)/g,
    /a(?:.*b)?/g,
    /(a)(?=.*\1b)/g,
  ];
  const { code, complaints } = await checkFiles({
    'slow.ts': regexes.join(';\n'),
    'hidden.ts': '/a/;\nconst f = (a: string) => new RegExp(a);',
    'invalid.ts': "new RegExp('(');",
  });
  expect(code).toBe(1);
  const takes = / takes (?:\w+ degree polynomial|exponential)(?: \(fuzz\))? time on .*repeat/;
  const [hidden, invalid, ...slow] = complaints;
  expect(hidden).toMatch(/^hidden\.ts:2: .*nobody can check/);
  expect(invalid).toBe("invalid.ts:1: /(/ can't be checked (invalid)");
  for (const [index, regex] of regexes.entries()) {
    expect(slow[index]).toMatch(takes);
    expect(slow[index]).toContain(`slow.ts:${index + 1}: ${regex} takes`);
  }
  expect(slow).toHaveLength(regexes.length);
  expect(slow[0]).toContain("3rd degree polynomial time on 'A'.repeat(");
});

test('what is linear passes', async () => {
  const regexes = [/^\s+\S+$/u, /"[^"]*"/g, /[ \t]*/y, /(["'])\1/g];
  expect(await checkFiles({ 'file.ts': regexes.join(';\n') })).toEqual({
    code: 0,
    stdout: 'Checked 4 regular expressions.\n',
    complaints: [],
  });
});

test('a folder without any is the wrong folder', async () => {
  expect(await checkFiles({ 'file.ts': '' })).toMatchObject({ code: 1 });
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
