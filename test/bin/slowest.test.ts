/** `npm run slowest`. */
import { expect, test } from '@jest/globals';
import { runNode } from '../support/run.ts';

test('it prints the slowest bodies that it finds', async () => {
  const { stdout } = await runNode(['bin/slowest.ts', '--seconds', '0.3']);
  const [summary, , , slowest] = stdout.split('\n');
  expect(summary).toMatch(/^\d+ bodies\. Prose takes \d+\.\d ms of CPU\.$/);
  expect(slowest).toMatch(/^ *\d+\.\d +\d+\.\d {2}(?:text|body): ".*" × \d+$/);
});
