/** The README's tour with curl: each line, sent as it stands, gets the answer that stands below it. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { projectRoot, type Service, startService } from '../service.ts';
import { longWindow, send } from './client.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ env: longWindow });
});

/** A command of the tour: `curl -s localhost:3000/v1/… -H '…' --json '…'`, and the line below it. */
const step =
  /^\$ curl -s localhost:3000(?<path>\S+)(?: -H 'X-API-Key: (?<key>[^']+)')?(?: --json '(?<body>[^']+)')?\n(?<answer>.+)$/gm;

test('the tour is as it is told', async () => {
  const readme = await readFile(path.join(projectRoot, 'README.md'), 'utf8');
  const steps = [...readme.matchAll(step)].map(({ groups = {} }) => groups);
  expect(steps).toHaveLength(readme.match(/^\$ curl /gm)?.length ?? 0);
  expect(steps.length).toBeGreaterThan(5);
  for (const { path = '', key, body, answer = '' } of steps) {
    const { json } = await send(service.url, {
      method: body ? 'POST' : 'GET',
      path,
      headers: {
        ...(key && { 'X-API-Key': key }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      body,
    });
    const told = JSON.parse(answer);
    expect(json).toEqual({
      ...told,
      ...('resets_in_seconds' in told && { resets_in_seconds: expect.any(Number) }),
    });
  }
});
