import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { stageNamed } from '../../../lib/infrastructure/settings/stages.ts';
import { buildSite } from '../../../lib/site/build.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'amplify-site-'));
  buildSite(stageNamed('demo'), folder);
});
afterAll(() => rm(folder, { recursive: true }));

test('the function is small: it contains none of the files', async () => {
  expect((await stat(path.join(folder, 'index.mjs'))).size).toBeLessThan(10_000);
});

test("all answers fit into Lambda's 6 MB as base64", async () => {
  const names = await readdir(path.join(folder, 'site'));
  expect(names.length).toBeGreaterThan(20);
  for (const name of names) {
    const { size } = await stat(path.join(folder, 'site', name));
    expect(size * (4 / 3)).toBeLessThan(6 * 1024 * 1024);
  }
});
