import { expect, test } from '@jest/globals';
import { stageNamed, stageNames } from '../../../lib/settings/stages.ts';
import { siteFiles } from '../../../lib/site/files.ts';
import { expectNothingMissing } from '../../docs/pages.ts';

const prod = stageNamed('prod');

test("a page contains the operator's address, escaped", () => {
  if (prod.keys.policy !== 'issued') throw new Error('prod has no accounts.');
  const accounts = { ...prod.keys.accounts, contact: '"a&b$&"@example.com' };
  const [page] = siteFiles({ ...prod, keys: { ...prod.keys, accounts } });
  expect(String(page?.content)).toContain('data-contact="&quot;a&amp;b$&amp;&quot;@example.com"');
});

test.each(stageNames)('on %s, pages and their scripts have ’ as the apostrophe', (name) => {
  const shown = siteFiles(stageNamed(name)).filter(({ path }) => /^[^.]*$|\.js$/.test(path));
  const code = /<(pre|code)\b.*?<\/\1>/gs;
  const straight = shown.flatMap(({ path, content }) =>
    [
      ...content
        .toString()
        .replace(code, '')
        .matchAll(/.{0,20}\p{L}'\p{L}.{0,20}/gu),
    ].map(([text]) => `lib/site/: write ’ for ' in “${text}”, on ${path}`),
  );
  expectNothingMissing(straight);
});
