import { expect, test } from '@jest/globals';
import { type Stage, stageNamed } from '../../../lib/settings/stages.ts';
import { siteFiles } from '../../../lib/site/files.ts';

const prod = stageNamed('prod');

/** The first tag of a stage's dashboard. */
const root = (stage: Stage): string | undefined =>
  siteFiles(stage)
    .find(({ path }) => path === '/dashboard')
    ?.content.toString()
    .match(/<html[^>]*>/)?.[0];

test('a page knows the policy of its stage', () => {
  expect(root(stageNamed('demo'))).toContain('data-key-policy="demo"');
  expect(root(prod)).toContain('data-key-policy="issued"');
});

test("a page contains the operator's address, escaped", () => {
  if (prod.keys.policy !== 'issued') throw new Error('prod has no accounts.');
  const accounts = { ...prod.keys.accounts, contact: '"a&b$&"@example.com' };
  expect(root({ ...prod, keys: { ...prod.keys, accounts } })).toContain(
    'data-contact="&quot;a&amp;b$&amp;&quot;@example.com"',
  );
});
