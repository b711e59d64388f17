import { expect, test } from '@jest/globals';
import { withCosts } from '../../bin/cost.ts';
import { readPage } from '../docs/pages.ts';
import { templateOf } from '../support/synth.ts';

test('the tables of docs/cost.md are those that `npm run cost` writes, also in a conflict', async () => {
  const { text } = readPage('docs/cost.md');
  const [demo, prod] = await Promise.all(['demo', 'prod'].map((name) => templateOf(name)));
  const templates = { ...(demo && { demo }), ...(prod && { prod }) };
  expect(text.split('\n')).toEqual(withCosts(text, templates).split('\n'));
  const [row = ''] = text.match(/^\| alarms, .*\n/m) ?? [];
  const conflict = `<<<<<<< HEAD\n${row}=======\n| alarms | 1 |\n>>>>>>> branch\n`;
  expect(
    withCosts(
      text.replace(row, () => conflict),
      templates,
    ),
  ).toBe(text);
});
