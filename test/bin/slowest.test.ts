/** The search for slow bodies, and that those which are known take no longer than they may. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { random } from '../../bin/fit-emphasis/random.ts';
import { climb, type Measured } from '../../bin/slowest/climb.ts';
import { fragments } from '../../bin/slowest/fragments.ts';
import { type Body, fitted, inWords, sent } from '../../bin/slowest/recipes.ts';
import { worst } from '../../bin/slowest/worst.ts';
import { maxCharacters } from '../../functions/http/body-size.ts';
import { codePoint } from '../code-points.ts';
import { projectRoot } from '../service.ts';

/** Runs the program. */
const run = async (...args: string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, ['bin/slowest.ts', ...args], {
    cwd: projectRoot,
  });
  return stdout;
};

/**
 * How many times the CPU time of a plain text of the same length a body may take. A plain one takes some
 * 22 ms on a core of today, so this is about 300 ms.
 */
const most = 12;

test('the slowest bodies that are known take no longer than a body may', async () => {
  const { plain, results } = JSON.parse(await run('--seconds', '0', '--json')) as {
    plain: number;
    results: readonly Measured[];
  };
  expect(results.map(({ body }) => body)).toEqual(worst);
  const tooSlow = results.filter(({ time }) => time > most * plain);
  expect(tooSlow.map(({ body, time }) => `${inWords(body)}: ${time / plain}`)).toEqual([]);
});

test('the program searches for as long as it is told, and shows what it found', async () => {
  const lines = (await run('--seconds', '0.2', '--seed', '7')).split('\n');
  expect(lines[0]).toMatch(/^A plain text of [\d,]+ characters: \d+ ms of CPU$/);
  expect(lines[3]).toMatch(/^ *\d+ +\d+\.\d {2}(?:text|body): ".*$/);
});

test('it climbs: it finds what takes many steps that each are worth something', async () => {
  // Worth something are brackets that follow one another, and more so at the end of many stars.
  const meter = async (body: string) =>
    Math.max(
      ...[...body.matchAll(/(\**)(\[*)/g)].map(
        ([, stars = '', brackets = '']) =>
          Math.min(stars.length, 500) + 10 * Math.min(brackets.length, 500),
      ),
    );
  const start: Body[] = fragments.map((fragment) => ({ makes: 'text', recipe: [[fragment, 1]] }));
  let left = 1_000;
  const isOver = () => {
    left -= 1;
    return left < 0;
  };
  const [slowest, ...others] = await climb(start, meter, random(1), isOver);
  expect(slowest?.time).toBeGreaterThanOrEqual(5_000);
  for (const { time } of others) expect(time).toBeLessThanOrEqual(Number(slowest?.time));
});

test('no body is larger than a request may be', () => {
  const fragment = fc.oneof(fc.constantFrom(...fragments), fc.string({ unit: codePoint }));
  const piece = fc.tuple(fragment, fc.integer({ min: 1, max: maxCharacters }));
  const makes = fc.constantFrom('text' as const, 'body' as const);
  fc.assert(
    fc.property(makes, fc.array(piece, { maxLength: 8 }), (kind, recipe) => {
      const body = fitted({ makes: kind, recipe });
      expect([...sent(body)].length).toBeLessThanOrEqual(maxCharacters);
      if ([...sent({ makes: kind, recipe })].length <= maxCharacters)
        expect(body.recipe).toEqual(recipe);
    }),
    { numRuns: 25 },
  );
});
