/** Links and names in the pages are correct. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
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

/** Whether a file, or one that matches a pattern, exists. */
const exists = (name: string): boolean => globSync(name, { cwd: projectRoot }).length > 0;

/** The project's folders, as patterns. */
const folders = readdirSync(projectRoot, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['.git', 'node_modules'].includes(entry.name))
  .map(({ name }) => name.replaceAll('.', '\\.'));

/** A path of the project, e.g. `lib/stages.ts` or `functions/body/`. */
const projectPath = new RegExp(`(?<![\\w./-])(?:${folders.join('|')})/[\\w./*-]*`, 'g');

describe.each(pages)('$path', ({ path: page, links, code }) => {
  test('has links to existing files and headings', () => {
    const inside = links.filter((link) => !/^https?:/.test(link));
    expect(inside.filter((link) => !leads(page, link))).toEqual([]);
  });

  test('names existing files and folders', () => {
    const named = code.flatMap((text) => text.match(projectPath) ?? []);
    expect(named.filter((name) => !exists(name) && !name.startsWith('cdk.out/'))).toEqual([]);
  });
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

  test.each(['docs/playground.png', 'docs/dashboard.png'])('has %s, as a small picture', (file) => {
    expect(readme.links).toContain(file);
    const picture = readFileSync(path.join(projectRoot, file));
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
    expect(picture.length).toBeLessThan(150_000);
  });
});

test('the scripts that the pages name are in package.json', () => {
  const named = pages.flatMap(({ text }) =>
    [...text.matchAll(/\bnpm run (?:--silent )?([\w-]+)/g)].map(([, name]) => name),
  );
  expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining([...new Set(named)]));
});
