import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { describeApi } from '../../lib/openapi/description.ts';
import { stageNamed } from '../../lib/settings/stages.ts';
import { projectRoot } from '../support/service.ts';

const run = (...args: readonly string[]) =>
  spawnSync(process.execPath, ['bin/openapi.ts', ...args], { cwd: projectRoot, encoding: 'utf8' });

test('it writes the description to standard output', () => {
  const { status, stdout } = run();
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toEqual(describeApi(stageNamed('demo')));
});

test('it writes to a file, for another stage and address', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'amplify-'));
  const file = path.join(folder, 'openapi.json');
  const { status, stdout } = run('--stage', 'dev', '--server', 'https://api.example.org', file);
  expect([status, stdout]).toEqual([0, '']);
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(
    describeApi(stageNamed('dev'), 'https://api.example.org'),
  );
  await rm(folder, { recursive: true });
});
