import { spawnSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { projectRoot } from '../support/service.ts';

test('the program ends with the exit code', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['bin/verify.ts', '--url', 'http://127.0.0.1:1'],
    { cwd: projectRoot, encoding: 'utf8' },
  );
  expect(stderr).toContain("The service can't be reached");
  expect(status).toBe(2);
});
