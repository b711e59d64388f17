import { expect, test } from '@jest/globals';
import { accountSuite } from '../../../support/account-functions.ts';

const suite = accountSuite();

test('a change that loses against others eight times is 409, and can be repeated', async () => {
  const { id: key } = await suite.openWithKey();
  suite.backend.database.wire.fault = ({ operation }) =>
    operation === 'PutItem' ? { status: 400, type: 'ConditionalCheckFailedException' } : undefined;
  expect(await suite.call('rename-key', { key, body: { name: 'server' } })).toMatchObject({
    status: 409,
    headers: { 'Retry-After': '1' },
    json: { detail: 'The account is being changed by other requests. Try again.' },
  });
  suite.backend.database.wire.fault = undefined;
  expect((await suite.call('rename-key', { key, body: { name: 'server' } })).status).toBe(200);
});

test('a revoked key keeps its name', async () => {
  const { id: key } = await suite.openWithKey();
  await suite.call('revoke-key', { key });
  expect(await suite.call('rename-key', { key, body: { name: 'a' } })).toMatchObject({
    status: 409,
    json: { detail: expect.stringMatching(/^A revoked key /) },
  });
});

test('an account can be changed 20 times a day', async () => {
  const { id: key } = await suite.openWithKey();
  const rename = (name: string) => suite.call('rename-key', { key, body: { name } });
  for (let change = 1; change < 20; change += 1)
    expect((await rename(`${change}`)).status).toBe(200);
  const limited = await rename('last');
  expect(limited).toMatchObject({
    status: 429,
    json: { detail: 'Limit of 20 changes a day reached. Try again at 00:00 UTC.' },
  });
  expect(Number(limited.headers['Retry-After'])).toBeGreaterThan(0);
});
