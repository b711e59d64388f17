import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { commitOf } from '../../../lib/infrastructure/commit.ts';
import { newFolder } from '../../support/at-end.ts';

const folder = await newFolder();

const git = (...args: readonly string[]): string => {
  const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.com'];
  const { stdout, stderr, status } = spawnSync('git', [...who, ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
};

test('the commit of a folder, and whether files differ from it', () => {
  expect(commitOf(folder)).toBeUndefined();
  git('init', '--quiet');
  expect(commitOf(folder)).toBeUndefined();
  git('commit', '--quiet', '--allow-empty', '--message', 'first');
  const commit = git('rev-parse', 'HEAD');
  expect(commitOf(folder)).toBe(commit);
  expect(commitOf(folder)).toMatch(/^[0-9a-f]{40}$/);
  const file = path.join(folder, 'new.ts');
  writeFileSync(file, '');
  expect(commitOf(folder)).toBe(`${commit}-dirty`);
  rmSync(file);
  expect(commitOf(folder)).toBe(commit);
});
