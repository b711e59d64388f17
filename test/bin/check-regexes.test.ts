import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { newFolder } from '../support/at-end.ts';
import { runNode } from '../support/run.ts';

/** Runs the program on a folder with these files, by name. */
const check = async (files: Readonly<Record<string, string>>) => {
  const folder = await newFolder();
  for (const [name, code] of Object.entries(files)) await writeFile(path.join(folder, name), code);
  const { status, stdout, stderr } = await runNode(['bin/check-regexes.ts', folder]);
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
  const linear = [
    /^\s+\p{Lu}+$/u,
    `\`\${text.match(/(["'])[ \\t]*\\1/y)}\``,
    '// /a+/\n"/b+/"; `/c+/`; d = c / d / e',
  ];
  const { status, stdout, complaints } = await check({
    'slow.ts': regexes.join(';\n'),
    'constructed.ts': "/a/;\nconst f = (a: string) => new RegExp(a);\ntext.match('a+');",
    'invalid.ts': '/(?<a>b)\\k<c>/u;',
    'linear.cts': linear.join(';\n'),
  });
  expect({ status, stdout }).toEqual({ status: 1, stdout: 'Checked 8 regular expressions.\n' });
  const takes = / takes (?:\w+ degree polynomial|exponential)(?: \(fuzz\))? time on .*repeat/;
  const [constructed, converted, invalid, ...slow] = complaints;
  expect(constructed).toMatch(/^constructed\.ts:2: .*can't be checked/);
  expect(converted).toMatch(/^constructed\.ts:3: /);
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
