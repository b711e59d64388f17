/** Links and names in the pages are correct. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { Plan } from '../../functions/quota/window.ts';
import { overQuotaDetail } from '../../functions/request/quota.ts';
import { defaultStage, plansOf, stageNamed } from '../../lib/settings/stages.ts';
import manifest from '../../package.json' with { type: 'json' };
import { projectRoot } from '../support/service.ts';
import { docs, pages, readPage } from './pages.ts';

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

describe('the README', () => {
  test('has at most 150 lines', () => {
    expect(readme.text.split('\n').length).toBeLessThanOrEqual(150);
  });

  test('links to every page', () => {
    for (const { path: page } of docs) expect(readme.links).toContain(page);
    expect(readme.links).toContain('CHANGELOG.md');
  });

  test('shows a 429 as it is', () => {
    const [plan] = plansOf(stageNamed(defaultStage));
    const detail = overQuotaDetail({ plan: plan as Plan, resetsInSeconds: 41 });
    expect(readme.text).toContain(`Retry-After: 41\n\n${JSON.stringify({ detail })}\n`);
  });

  test.each(['docs/playground.png', 'docs/dashboard.png'])('has %s, as a small picture', (file) => {
    expect(readme.links).toContain(file);
    const picture = readFileSync(path.join(projectRoot, file));
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
    expect(picture.length).toBeLessThan(150_000);
  });
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
  expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining([...new Set(named)]));
});

const changelog = readFileSync(path.join(projectRoot, 'CHANGELOG.md'), 'utf8');

/** The versions, the newest first. */
const entries = changelog
  .split(/^## /m)
  .slice(1)
  .map((entry) => {
    const [, version = ''] = entry.match(/^\[(\d+\.\d+\.\d+)\](?: - \d{4}-\d\d-\d\d)?\n/) ?? [];
    return { version, entry };
  });

test('the newest entry is the version in package.json', () => {
  expect(entries[0]?.version).toBe(manifest.version);
});

const kinds = ['Breaking', 'Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];

test.each(entries)('$version lists its changes by kind, breaking ones first', ({ entry }) => {
  const sections = entry.split(/^### /m).slice(1);
  const named = sections.map((section) => section.slice(0, section.indexOf('\n')));
  expect(named).toEqual(kinds.filter((kind) => named.includes(kind)));
  expect(named).not.toEqual([]);
  for (const section of sections) expect(section).toMatch(/^\w+\n\n(?:- .+\n)+\n?$/);
});
