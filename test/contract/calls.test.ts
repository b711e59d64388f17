/** What callers read: each line with curl, sent as it stands, gets the answer that stands below it. */
import { beforeAll, expect, test } from '@jest/globals';
import { readPage } from '../docs/pages.ts';
import { type SharedService, sharedService } from '../service.ts';
import { longWindow, send } from './client.ts';

let service: SharedService;
beforeAll(async () => {
  service = await sharedService(longWindow);
});

/** A command: `curl -s localhost:3000/v1/… -H '…' --json '…'`, and the line below it. */
const step =
  /^\$ curl -s localhost:3000(?<path>\S+)(?: -H 'X-API-Key: (?<key>[^']+)')?(?: --json '(?<body>[^']+)')?\n(?<answer>.+)$/gm;

test.each([
  ['README.md', 4],
  ['docs/client.md', 1],
])('the calls in %s are answered as it tells', async (page, calls) => {
  const { text } = readPage(page);
  const steps = [...text.matchAll(step)].map(({ groups = {} }) => groups);
  expect(text.match(/\bcurl -/g)).toHaveLength(calls);
  expect(steps).toHaveLength(calls);
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
