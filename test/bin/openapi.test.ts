import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { describeApi } from '../../lib/openapi/description.ts';
import { stageNamed } from '../../lib/settings/stages.ts';
import { newFolder } from '../support/at-end.ts';
import { runNode } from '../support/run.ts';

test('it writes the description to standard output', async () => {
  const { status, stdout } = await runNode(['bin/openapi.ts']);
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toEqual(describeApi(stageNamed('demo')));
});

test('it writes to a file, for another stage and address', async () => {
  const file = path.join(await newFolder(), 'openapi.json');
  const options = ['--stage', 'dev', '--server', 'https://api.example.org'];
  const { status, stdout } = await runNode(['bin/openapi.ts', ...options, file]);
  expect([status, stdout]).toEqual([0, '']);
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(
    describeApi(stageNamed('dev'), 'https://api.example.org'),
  );
});
