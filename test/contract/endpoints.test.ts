/** What the endpoints answer, beyond what `checks.test.ts` sends to any service, and the calls in the docs. */

import { setTimeout } from 'node:timers/promises';
import { beforeAll, expect, test } from '@jest/globals';
import type { RateLimitsResponse } from '../../functions/endpoints/rate-limits/endpoint.ts';
import { describeApi } from '../../lib/openapi/description.ts';
import type { Response } from '../../lib/openapi/types.ts';
import { defaultStage, stageNamed } from '../../lib/settings/stages.ts';
import { readPage } from '../docs/pages.ts';
import { type SharedService, sharedDemo, sharedTurning } from '../support/service.ts';
import { expectQuota, newKey, post, rateLimits, send } from './client.ts';

let service: SharedService;
beforeAll(async () => {
  service = await sharedDemo();
});

test.each(['/v1/shout', '/v1/scream', '/v1/whisper'])(
  '%s ignores unknown fields, and uses the last of duplicate fields',
  async (path) => {
    const unknown = '{"text":"1","other":[1],"intensities":"x","constructor":null,"Text":3}';
    const { text } = await post(service.url, path, newKey(), unknown);
    expect(text).toMatch(/^\{"original":"1","result":"1!?","characters_amplified":0\}$/);
    const { json } = await post(service.url, path, newKey(), '{"text":"1","text":"2"}');
    expect(json).toMatchObject({ original: '2' });
  },
);

test('/v1/scream accepts an intensity in any notation', async () => {
  for (const [body, result] of [
    ['{"text":"ab!","intensity":0.3e1}', 'AB!!!!'],
    ['{"text":"ab!","intensity":10}', `AB!${'!'.repeat(10)}`],
  ] as const) {
    const { json } = await post(service.url, '/v1/scream', newKey(), body);
    expect(json).toEqual({ original: 'ab!', result, characters_amplified: 2 });
  }
});

test('/v1/rate-limits answers as in its examples, for as many slots left', async () => {
  const { paths } = describeApi(stageNamed(defaultStage));
  const described = paths['/v1/rate-limits']?.get?.responses[200] as Response;
  const { examples } = described.content['application/json'];
  const bodies = Object.values(examples).map(({ value }) => value as RateLimitsResponse);
  expect(new Set(bodies.map(({ status }) => status)).size).toBe(3);
  const key = newKey();
  let left = Number(bodies[0]?.limit);
  for (const body of bodies.toSorted((a, b) => b.requests_remaining - a.requests_remaining)) {
    for (; left > body.requests_remaining; left -= 1) {
      await post(service.url, '/v1/shout', key, { text: 'a' });
    }
    const { json } = await rateLimits(service.url, key);
    expect(json).toEqual({ ...body, resets_in_seconds: expect.any(Number) });
  }
});

/** A command: `curl -s localhost:3000/v1/… -H '…' --json '…'`, and the line below it. */
const step =
  /^\$ curl -s localhost:3000(?<path>\S+)(?: -H 'X-API-Key: (?<key>[^']+)')?(?: --json '(?<body>[^']+)')?\n(?<answer>.+)$/gm;

test('the curl calls in the README are answered as shown', async () => {
  const { text } = readPage('README.md');
  const steps = [...text.matchAll(step)].map(({ groups = {} }) => groups);
  expect(text.match(/\bcurl -/g)).toHaveLength(steps.length);
  expect(steps).toHaveLength(4);
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
    expect(json).toEqual(JSON.parse(answer));
  }
});

test('an exhausted key has all its slots again after the announced time', async () => {
  const { url } = await sharedTurning();
  const key = newKey();
  const shout = () => post(url, '/v1/shout', key, { text: 'a' });
  const window = { limit: 1, windowSeconds: 2 };

  let refused = await shout();
  while (refused.status !== 429) refused = await shout();
  expectQuota(refused, { ...window, remaining: 0 });
  expect(refused.headers['retry-after']).toMatch(/^[12]$/);
  const { json } = await rateLimits(url, key);
  const { resets_in_seconds } = json as { readonly resets_in_seconds: number };
  await setTimeout(resets_in_seconds * 1000);

  const { json: turned } = await rateLimits(url, key);
  expect(turned).toMatchObject({ requests_remaining: 1, limit: 1, status: 'ok' });
  const accepted = await shout();
  expect(accepted.status).toBe(200);
  expectQuota(accepted, { ...window, remaining: 0 });
});
