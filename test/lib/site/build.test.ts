import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { stageNamed } from '../../../lib/settings/stages.ts';
import { buildSite } from '../../../lib/site/build.ts';

test('the function is small: it contains none of the files', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'amplify-site-'));
  try {
    buildSite(stageNamed('demo'), folder);
    expect((await stat(path.join(folder, 'index.mjs'))).size).toBeLessThan(20_000);
  } finally {
    await rm(folder, { recursive: true });
  }
});
