import { spawnSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { readPage } from '../docs/pages.ts';
import { projectRoot } from '../support/service.ts';

test('docs/emphasis.md has the table that the program prints', () => {
  const { status, stdout } = spawnSync(process.execPath, ['bin/simulate-leases.ts'], {
    cwd: projectRoot,
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  expect(readPage('docs/emphasis.md').text).toContain(stdout.trim());
});
