/** `npm run fit` on generated texts. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { programEnvironment, projectRoot } from '../support/service.ts';

const directory = mkdtempSync(join(tmpdir(), 'amplify-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** Texts in which readers always emphasize the same word. */
const texts = (numbers: readonly number[], columns: (wanted: boolean) => readonly string[]) =>
  numbers
    .map((text) =>
      ['the', `thing${text}`, 'is', `sh${'aeiou'[text % 5]}${text}ing`, 'now', '.']
        .map((word, at) => [`T_${text}_${at}`, word, ...columns(word === 'is')].join('\t'))
        .join('\n'),
    )
    .join('\n\n');

const marks = (wanted: boolean) =>
  wanted
    ? ['B|B|B|B|B|B|B|B|B', '9|0|0', '1.0', 'NN', ' ']
    : ['O|O|O|O|O|O|O|O|O', '0|0|9', '0.0', 'NN', ' '];
const answers = (wanted: boolean) => [wanted ? '0.81' : '0.07'];

const file = (name: string, text: string): string => {
  const path = join(directory, name);
  writeFileSync(path, `${text}\n`);
  return path;
};

const runFit = (...args: string[]) =>
  spawnSync(process.execPath, ['bin/fit-emphasis.ts', ...args], {
    cwd: projectRoot,
    env: programEnvironment(),
    encoding: 'utf8',
  });

/** The reported Match_1. */
const matchOne = (stdout: string): number => Number(/^as served\t([\d.]+)/m.exec(stdout)?.[1]);

const one = file('one.tsv', texts([0], marks));

test("it learns from all files, also from a system's answers, and measures held-back texts", () => {
  // More than a batch.
  const others = [...Array(36).keys()].slice(2);
  const few = file('few.tsv', texts([0, 1], marks));
  const answered = file('answered.tsv', texts(others, answers));
  const { stdout, status } = runFit(few, answered, '--output', join(directory, 'taught.json'));
  expect(stdout).toMatch(/^36 texts to learn from, Match_m on 2 held back$/m);
  expect([status, matchOne(stdout)]).toEqual([0, 1]);
});

test('a text of two files is learned once, and held back from both; equal texts give equal bytes', () => {
  const [once, twice] = [join(directory, 'once.json'), join(directory, 'twice.json')];
  const { stdout } = runFit(one, one, '--output', twice);
  // With the text held back, there is nothing to learn from.
  expect(matchOne(stdout)).toBe(0);
  expect(stdout).toBe(runFit(one, '--output', once).stdout);
  expect(readFileSync(twice)).toEqual(readFileSync(once));
});

test('a line without a probability is an error, and nothing is written', () => {
  const invalid = file(
    'invalid.tsv',
    texts([1], () => [' ']),
  );
  const output = join(directory, 'invalid.json');
  const { stderr, status } = runFit(one, invalid, '--output', output);
  expect(stderr).toBe(`${invalid}: No probability from 0 to 1: "T_1_0\\tthe\\t "\n`);
  expect(status).toBe(1);
  expect(existsSync(output)).toBe(false);
});
