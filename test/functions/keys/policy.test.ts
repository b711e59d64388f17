import { expect, test } from '@jest/globals';
import { demoPolicy } from '../../../functions/keys/policy.ts';

/** `printf %s revoked-demo-key | sha256sum` */
const revokedHash = 'de340cf19a449375b4dcd638b87df2b0bc47ad16b40384c97e7be100e99d1c2d';
const plan = { name: 'demo', limit: 30, windowSeconds: 60 };
const policy = demoPolicy({ plan, revokedKeyHashes: new Set([revokedHash]) });

test('the revoked key is rejected', async () => {
  expect(await policy('revoked-demo-key')).toBeUndefined();
});

test('any other key is accepted, identified by its SHA-256', async () => {
  expect(await policy('my-key')).toEqual({
    partition: '5e78863ed1ffb9fc66b1d61634b126bf8eb20267e7996297eeeb9b19c8c0f732',
    plan,
  });
});
