/** Links and names in the pages are correct. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import type { Plan } from '../../functions/quota/window.ts';
import { overQuotaDetail } from '../../functions/request/quota.ts';
import { defaultStage, plansOf, stageNamed } from '../../lib/settings/stages.ts';
import manifest from '../../package.json' with { type: 'json' };
import { projectRoot } from '../support/service.ts';
import { expectOn, pages, readPage } from './pages.ts';

const readme = readPage('README.md');

/** Whether a link's file and heading exist. */
const leads = (from: string, link: string): boolean => {
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? from : path.join(path.dirname(from), file);
  if (!existsSync(path.join(projectRoot, target))) return false;
  return anchor === undefined || readPage(target).headings.some((other) => other.anchor === anchor);
};

test.each(pages)('the links of $path have targets', ({ path: page, links }) => {
  const inside = links.filter((link) => !/^https?:/.test(link));
  expect(inside.filter((link) => !leads(page, link))).toEqual([]);
});

test('programs name existing sections', () => {
  const sources = globSync('{bin,lib,functions}/**/*.ts', { cwd: projectRoot });
  const named = sources.flatMap(
    (file) =>
      readFileSync(path.join(projectRoot, file), 'utf8').match(
        /(?<![/\w>-])(?:docs\/)?[\w-]+\.md(?:#[\w-]+)?(?!#?\$)/g,
      ) ?? [],
  );
  expect(named).toContain('docs/accounts.md#restore-accounts');
  expect(named.filter((link) => !leads('README.md', link))).toEqual([]);
});

test('the README has at most 150 lines', () => {
  expect(readme.text.split('\n').length).toBeLessThanOrEqual(150);
});

test('the README links to every page', () => {
  const others = pages.map(({ path: page }) => page).filter((page) => page !== 'README.md');
  expectOn('README.md', others, (_, page) => readme.links.includes(page));
});

test('the README shows a 429 as it is', () => {
  const [plan] = plansOf(stageNamed(defaultStage));
  const detail = overQuotaDetail({ plan: plan as Plan, resetsInSeconds: 41 });
  const { limit } = plan as Plan;
  expectOn('README.md#try-it', [
    `After ${limit} calls in a minute:`,
    `Retry-After: 41\n\n${JSON.stringify({ detail })}\n`,
  ]);
  expectOn('README.md#at-a-glance', [`${limit} a minute on the demo plan`]);
});

test('shells can run the blocks of commands as they are pasted: zsh takes no comments', () => {
  const blocks = pages.flatMap(({ text }) => [...text.matchAll(/^ *```sh\n(.*?)^ *```$/gms)]);
  expect(blocks).not.toEqual([]);
  const lines = blocks.flatMap(([, code = '']) => code.split('\n'));
  expect(lines.filter((line) => /(?:^|\s)#/.test(line))).toEqual([]);
});

test('the scripts that the pages name are in package.json', () => {
  const named = pages.flatMap(({ text }) =>
    [...text.matchAll(/\bnpm run (?:--silent )?([\w-]+)/g)].map(([, name]) => name),
  );
  expect(named.filter((name = '') => !(name in manifest.scripts))).toEqual([]);
});

/** The versions of the changelog, the newest first. */
const entries = readPage('CHANGELOG.md').text.split(/^## /m).slice(1);

test('the newest entry is the version in package.json', () => {
  expectOn('CHANGELOG.md', [`the entry ${manifest.version}, first`], () =>
    String(entries[0]).startsWith(`[${manifest.version}]`),
  );
});

test('each entry lists its changes by kind, breaking ones first', () => {
  const kinds = ['Breaking', 'Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
  for (const entry of entries) {
    const named = [...entry.matchAll(/^### (.*)/gm)].map(([, kind = '']) => kind);
    const ordered = kinds.filter((kind) => named.includes(kind));
    const form =
      /^\[\d+\.\d+\.\d+\](?: - \d{4}-\d\d-\d\d)?\n(?:.*\n)*?(?:### \w+\n\n(?:- .+\n)+\n?)+$/;
    const wanted = `${entry.split('\n', 1)}, and below it lists: ${ordered.join(', ')}`;
    expectOn('CHANGELOG.md', [wanted], () => form.test(entry) && `${named}` === `${ordered}`);
  }
});
