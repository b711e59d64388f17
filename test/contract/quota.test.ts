import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { sharedTurning } from '../support/service.ts';
import { expectQuota, newKey, post, rateLimits } from './client.ts';

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
