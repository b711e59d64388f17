import { expect, test } from '@jest/globals';
import { templateOf } from '../support/synth.ts';
import { withCosts } from './cost.ts';
import { readPage } from './pages.ts';

test('the tables of docs/cost.md are those that `npm run cost` writes', async () => {
  const { text } = readPage('docs/cost.md');
  expect(text.split('\n')).toEqual(withCosts(text, await templateOf('prod')).split('\n'));
});
