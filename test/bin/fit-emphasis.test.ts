/** The fitting script, run as a person runs it, on texts that are made here. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { programEnvironment, projectRoot } from '../service.ts';

const directory = mkdtempSync(join(tmpdir(), 'amplify-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** Texts in which the readers always want the same word. */
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

/** Match_1 as `npm run fit` reports it. */
const matchOne = (stdout: string): number => Number(/^as served\t([\d.]+)/m.exec(stdout)?.[1]);

const one = file('one.tsv', texts([0], marks));

test("what readers want is learned from all files, which may hold a system's answers, and measured on texts held back", () => {
  // More than it learns from at a time.
  const others = [...Array(36).keys()].slice(2);
  const few = file('few.tsv', texts([0, 1], marks));
  const answered = file('answered.tsv', texts(others, answers));
  const { stdout, status } = runFit(few, answered, '--output', join(directory, 'taught.json'));
  expect(stdout).toMatch(/^36 texts to learn from, Match_m on 2 held back$/m);
  expect([status, matchOne(stdout)]).toEqual([0, 1]);
});

test('a text that two files hold is learned once, and held back from both, to the same bytes each time', () => {
  const [once, twice] = [join(directory, 'once.json'), join(directory, 'twice.json')];
  const { stdout } = runFit(one, one, '--output', twice);
  // Held back from both, it leaves nothing to learn from.
  expect(matchOne(stdout)).toBe(0);
  expect(stdout).toBe(runFit(one, '--output', once).stdout);
  expect(readFileSync(twice)).toEqual(readFileSync(once));
});

const unmarked = file(
  'unmarked.tsv',
  texts([1], () => [' ']),
);

test.each([
  [
    'a line without a probability',
    unmarked,
    `${unmarked}: No probability from 0 to 1: "T_1_0\\tthe\\t "\n`,
  ],
  ['an unknown option', '--seed', expect.stringContaining("Unknown option '--seed'")],
])('%s is refused in one line, and nothing is written', (_, argument, message) => {
  const output = join(directory, 'refused.json');
  const { stderr, status } = runFit(one, '--output', output, argument);
  expect({ stderr, status }).toEqual({ stderr: message, status: 1 });
  expect(stderr.trim()).not.toContain('\n');
  expect(existsSync(output)).toBe(false);
});

test('without texts it says how it is used', () => {
  const { stderr, status } = runFit();
  expect({ stderr, status }).toEqual({
    stderr:
      'Usage: npm run fit -- path/to/train.tsv [path/to/more.tsv ...] [--output weights.json]\n',
    status: 2,
  });
});
