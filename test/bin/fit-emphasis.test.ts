/** The fitting script, run as a person runs it, on texts that are made here. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { projectRoot } from '../service.ts';

const directory = mkdtempSync(join(tmpdir(), 'amplify-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** Texts in which the readers always want the word that ends in `-ing`. */
const texts = Array.from({ length: 60 }, (_, text) =>
  ['the', `thing${text}`, 'is', `sh${'aeiou'[text % 5]}${text}ing`, 'now', '.']
    .map((word, at) => {
      const wanted = /ing$/.test(word);
      const marks = Array(9).fill(wanted ? 'B' : 'O');
      return [
        `T_${text}_${at}`,
        word,
        marks.join('|'),
        wanted ? '9|0|0' : '0|0|9',
        wanted ? 1 : 0,
        'NN',
      ].join('\t');
    })
    .join('\n'),
).join('\n\n');

const data = join(directory, 'texts.tsv');
writeFileSync(data, `${texts}\n`);

const runFit = (...args: string[]) =>
  spawnSync(process.execPath, ['bin/fit-emphasis.ts', ...args], {
    cwd: projectRoot,
    encoding: 'utf8',
  });

test('what readers want is learned and measured on texts held back, to the same bytes each time', () => {
  const [one, other] = [join(directory, 'one.ts'), join(directory, 'other.ts')];
  const { stdout, status } = runFit(data, one);
  expect(status).toBe(0);
  const [, matchOne] = /^as served\t([\d.]+)/m.exec(stdout) ?? [];
  expect(Number(matchOne)).toBeGreaterThan(0.9);
  expect(runFit(data, other).stdout).toBe(stdout);
  expect(readFileSync(other)).toEqual(readFileSync(one));
});

test('without texts it says how it is used', () => {
  const { stderr, status } = runFit();
  expect({ stderr, status }).toEqual({
    stderr: 'Usage: npm run fit -- path/to/train.tsv [weights.ts]\n',
    status: 2,
  });
});
