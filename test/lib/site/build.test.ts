import { stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { stageNamed } from '../../../lib/settings/stages.ts';
import { buildSite } from '../../../lib/site/build.ts';
import { newFolder } from '../../support/at-end.ts';

test('the function is small: it contains none of the files', async () => {
  const folder = await newFolder();
  buildSite(stageNamed('demo'), folder);
  expect((await stat(path.join(folder, 'index.mjs'))).size).toBeLessThan(20_000);
});
