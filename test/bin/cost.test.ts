import { expect, test } from '@jest/globals';
import { withCosts } from '../../bin/cost.ts';
import { readPage } from '../docs/pages.ts';
import { templateOf } from '../support/synth.ts';

test('the tables of docs/cost.md are those that `npm run cost` writes', async () => {
  const { text } = readPage('docs/cost.md');
  const templates = { demo: await templateOf('demo'), prod: await templateOf('prod') };
  expect(text.split('\n')).toEqual(withCosts(text, templates).split('\n'));
});
