import { expect, test } from '@jest/globals';
import { demoPolicy } from '../../../functions/keys/policy.ts';

/** `printf %s revoked-demo-key | sha256sum` */
const revokedHash = 'de340cf19a449375b4dcd638b87df2b0bc47ad16b40384c97e7be100e99d1c2d';
const plan = { name: 'demo', limit: 30, windowSeconds: 60 };
const policy = demoPolicy({ plan, revokedKeyHashes: new Set([revokedHash]) });

test('the revoked key is refused', async () => {
  expect(await policy('revoked-demo-key')).toBeUndefined();
});

test('any other key is accepted, and known by its SHA-256', async () => {
  expect(await policy('my-key')).toEqual({
    partition: '5e78863ed1ffb9fc66b1d61634b126bf8eb20267e7996297eeeb9b19c8c0f732',
    plan,
  });
});

test.each(['Revoked-demo-key', 'revoked-demo-key,', revokedHash, '\u00e9', 'k'.repeat(5000)])(
  '%s is another key',
  async (key) => {
    const { partition } = (await policy(key)) ?? {};
    expect(partition).toMatch(/^[0-9a-f]{64}$/);
    expect(partition).not.toBe((await policy('my-key'))?.partition);
  },
);
