/** `npm run slowest`. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { projectRoot } from '../support/service.ts';

test('it prints the slowest bodies that it finds', async () => {
  const args = ['bin/slowest.ts', '--seconds', '0.3'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: projectRoot });
  const [summary, , , slowest] = stdout.split('\n');
  expect(summary).toMatch(/^\d+ bodies\. Prose takes \d+\.\d ms of CPU\.$/);
  expect(slowest).toMatch(/^ *\d+\.\d +\d+\.\d {2}(?:text|body): ".*" × \d+$/);
});
