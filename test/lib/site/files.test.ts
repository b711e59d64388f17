import { execFileSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { daySeconds } from '../../../functions/quota/window.ts';
import { type Stage, stageNamed } from '../../../lib/settings/stages.ts';
import { siteFiles } from '../../../lib/site/files.ts';

const prod = stageNamed('prod');

test("pages contain the operator's addresses, escaped", () => {
  if (prod.keys.policy !== 'issued') throw new Error('prod has no accounts.');
  const accounts = {
    ...prod.keys.accounts,
    documents: {
      termsUrl: 'https://a.example/?a&b',
      privacyUrl: 'https://a.example/privacy',
    },
  } as const;
  const contact = '"a&b$&"@example.com';
  const files = siteFiles({ ...prod, contact, keys: { ...prod.keys, accounts } });
  const dashboard = String(files.find(({ path }) => path === '/dashboard')?.content);
  expect(dashboard).toContain('data-contact="&quot;a&amp;b$&amp;&quot;@example.com"');
  expect(dashboard).toContain('content="Create API keys, rotate and revoke them');
  expect(dashboard).toContain('data-terms="https://a.example/?a&amp;b"');
  expect(dashboard).toContain('data-privacy="https://a.example/privacy"');
});

test('a stage says where its texts go, how long it keeps addresses, and how to get another plan', () => {
  const read = (stage: Stage, page: string) =>
    String(siteFiles(stage).find(({ path }) => path === page)?.content);
  expect(read(prod, '/guide')).toMatch(/us-east-1, us-east-2 and us-west-2.*\(90 days\)/s);
  expect(read(prod, '/docs')).toContain('there is no address yet to ask for another');
  expect(read({ ...prod, contact: 'ops@example.com' }, '/docs')).toContain('"mailto:ops@');
  expect(read(stageNamed('dev'), '/guide')).toMatch(/it to no model service.*\(3 days\)/s);
  expect(read(stageNamed('dev'), '/')).toContain('nothing sends them to a model service');
});

test('security.txt names the contact until a year after the commit', () => {
  const textOn = (stage: Stage) =>
    siteFiles(stage)
      .find(({ path }) => path === '/.well-known/security.txt')
      ?.content.toString();
  expect(textOn(prod)).toBeUndefined();
  const committed = Number(execFileSync('git', ['log', '-1', '--format=%ct']));
  const expires = new Date((committed + 365 * daySeconds) * 1_000).toISOString();
  expect(textOn({ ...prod, contact: 'ops@example.com' })).toBe(
    `Contact: mailto:ops@example.com\nExpires: ${expires}\n`,
  );
});
