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
    const [, version = '', date] = entry.match(/^\[(\d+\.\d+\.\d+)\](?: - (\S+))?\n/) ?? [];
    return { version, date, entry };
  });

const versions = entries.map(({ version }) => version);

test('the newest entry is the version in package.json', () => {
  expect(versions[0]).toBe(manifest.version);
});

test('it ends with the versions of the specification and the one after them', () => {
  expect(versions.slice(-5)).toEqual(['0.1.4', '0.1.3', '0.1.2', '0.1.1', '0.1.0']);
});

/** A number that orders versions. */
const rank = (version: string) =>
  version.split('.').reduce((sum, part) => sum * 1_000 + Number(part), 0);

test('versions descend, and new ones have a date', () => {
  expect(versions).toEqual([...versions].sort((one, other) => rank(other) - rank(one)));
  expect(new Set(versions).size).toBe(versions.length);
  for (const { date } of entries.slice(0, -4)) expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
});

const kinds = ['Breaking', 'Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];

test.each(entries)('$version lists its changes by kind, breaking ones first', ({ entry }) => {
  const sections = entry.split(/^### /m).slice(1);
  const named = sections.map((section) => section.slice(0, section.indexOf('\n')));
  expect(named).toEqual(kinds.filter((kind) => named.includes(kind)));
  expect(named).not.toEqual([]);
  for (const section of sections) expect(section).toMatch(/^\w+\n\n(?:- .+\n)+\n?$/);
});

test('after these, a breaking change raises the minor version', () => {
  const series = (version: string) => version.split('.').slice(0, 2).join('.');
  for (const [index, { version, entry }] of entries.slice(0, -5).entries()) {
    if (entry.includes('### Breaking')) {
      expect(series(version)).not.toBe(series(String(versions[index + 1])));
    }
  }
});
