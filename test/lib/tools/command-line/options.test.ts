/** Every program of `bin/` runs without npm, in any folder. */
import { globSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { runNode } from '../../../support/run.ts';
import { projectRoot } from '../../../support/service.ts';

const run = (program: string, ...args: readonly string[]) =>
  runNode([path.join(projectRoot, program), ...args], {
    cwd: tmpdir(),
    env: {
      HOME: process.env.HOME,
      PATH: '/usr/bin:/bin',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    },
  });

const programs = globSync('bin/*.ts', { cwd: projectRoot });
/** These have no options of their own. */
const without = ['app', 'picture', 'synth'].map((name) => `bin/${name}.ts`);

test.each(programs.filter((program) => !without.includes(program)))(
  '%s rejects an unknown option with a sentence',
  async (program) => {
    const { status, stdout, stderr } = await run(program, '--no-such-option');
    expect({ stdout, stderr }).toEqual({
      stdout: '',
      stderr: expect.stringMatching(/^[^\n]*--no-such-option[^\n]*\n$/),
    });
    expect([1, 2]).toContain(status);
  },
);

test('npm start -- --help prints the options', async () => {
  const { status, stdout } = await run('bin/local.ts', '--help');
  for (const option of ['--stage', '--port', '--watch']) expect(stdout).toContain(`  ${option}`);
  expect(status).toBe(0);
});
