import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { findRegexes } from '../../bin/check-regexes/find.ts';
import { programEnvironment, projectRoot } from '../support/service.ts';

/** Runs the program on a folder with these files, by name. */
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

test('slow, constructed and invalid regular expressions are rejected', async () => {
  const regexes = [
    /\s+$/,
    /(?<=(a+)+)b/,
    // Each match is linear, but not all of them together.
    /(?:a+b)?/g,
    /(.)(?=\1*b)/g,
  ];
  const linear = [/^\s+\p{Lu}+$/u, /(["'])[ \t]*\1/y];
  const { status, stdout, complaints } = await check({
    'slow.ts': regexes.join(';\n'),
    'constructed.ts': '/a/;\nconst f = (a: string) => new RegExp(a);',
    'invalid.ts': '/(?<a>b)\\k<c>/u;',
    'linear.cts': linear.join(';\n'),
  });
  expect({ status, stdout }).toEqual({ status: 1, stdout: 'Checked 8 regular expressions.\n' });
  const takes = / takes (?:\w+ degree polynomial|exponential)(?: \(fuzz\))? time on .*repeat/;
  const [constructed, invalid, ...slow] = complaints;
  expect(constructed).toMatch(/^constructed\.ts:2: .*can't be checked/);
  expect(invalid).toBe("invalid.ts:1: /(?<a>b)\\k<c>/u can't be checked (invalid)");
  for (const [index, regex] of regexes.entries()) {
    expect(slow[index]).toMatch(takes);
    expect(slow[index]).toContain(`slow.ts:${index + 1}: ${regex} takes`);
  }
  expect(slow).toHaveLength(regexes.length);
  expect(slow[0]).toContain("2nd degree polynomial time on '\\t'.repeat(");
});

test('a folder without regular expressions is an error', async () => {
  expect(await check({ 'file.ts': '' })).toMatchObject({ status: 1 });
});

test.each<[string, readonly string[], readonly number[]]>([
  ['const a = /a+/g;', ['/a+/g'], []],
  [`text.replace(/[/]"/u,\n\`\${text.match(/b/)}\`);`, ['/[/]"/u', '/b/'], []],
  ['// /a+/\nconst a: RegExp = b, c = "/b+/" + `/c+/`, d = c / d / e;', [], []],
  ["const a = 1;\nconst b = new RegExp('a+', 'u');", [], [2]],
  ['const f = (a: string) => RegExp(a);', [], [1]],
  ["text.match('a+'), text?.matchAll(`b+`);", [], [1, 1]],
])('%s has %j, and constructs some in lines %j', (code, literals, constructed) => {
  const found = findRegexes(code);
  expect(found.regexes.map(({ source, flags }) => `/${source}/${flags}`)).toEqual(literals);
  expect(found.constructed).toEqual(constructed);
});
