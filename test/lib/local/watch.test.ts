import { globSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { watchedSources } from '../../../lib/local/watch.ts';
import { projectRoot } from '../../support/service.ts';

test.each(watchedSources)('%s matches a file', (pattern) => {
  const found = globSync(pattern, { cwd: projectRoot, withFileTypes: true });
  expect(found.some((entry) => entry.isFile())).toBe(true);
});
