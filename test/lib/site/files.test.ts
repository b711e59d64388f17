import { expect, test } from '@jest/globals';
import { stageNamed, stageNames } from '../../../lib/settings/stages.ts';
import { siteFiles } from '../../../lib/site/files.ts';
import { expectNothingMissing } from '../../docs/pages.ts';

const prod = stageNamed('prod');

test("pages contain the operator's addresses, escaped", () => {
  if (prod.keys.policy !== 'issued') throw new Error('prod has no accounts.');
  const accounts = {
    ...prod.keys.accounts,
    documents: {
      termsUrl: 'https://a.example/?a&b',
      privacyUrl: 'https://a.example/privacy',
    },
    contact: '"a&b$&"@example.com',
  } as const;
  const files = siteFiles({ ...prod, keys: { ...prod.keys, accounts } });
  const dashboard = String(files.find(({ path }) => path === '/dashboard')?.content);
  expect(dashboard).toContain('data-contact="&quot;a&amp;b$&amp;&quot;@example.com"');
  expect(dashboard).toContain('data-terms="https://a.example/?a&amp;b"');
  expect(dashboard).toContain('data-privacy="https://a.example/privacy"');
});

test.each(stageNames)('on %s, pages and their scripts have ’ as the apostrophe', (name) => {
  // The embedded model has words of texts.
  const shown = siteFiles(stageNamed(name)).filter(({ path }) =>
    /^(?!\/assets\/emphasis-)(?:[^.]*|.*\.js)$/.test(path),
  );
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
