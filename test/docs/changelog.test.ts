/** CHANGELOG.md has the form of Keep a Changelog. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import manifest from '../../package.json' with { type: 'json' };
import { projectRoot } from '../support/service.ts';

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
