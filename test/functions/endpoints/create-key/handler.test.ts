import { expect, test } from '@jest/globals';
import { accountSuite } from '../../../support/account-functions.ts';

const suite = accountSuite();

test('an unknown account is 404, and nothing is written', async () => {
  expect(await suite.call('create-key', { body: { name: 'laptop' } })).toMatchObject({
    status: 404,
    json: { detail: 'There is no such account.' },
  });
  expect(suite.backend.database.wire.calls).toEqual(['GetItem']);
  expect(suite.changes()).toEqual([]);
  expect((await suite.call('usage')).status).toBe(404);
});

test('an account has at most five active keys', async () => {
  const create = () => suite.call('create-key', { body: { name: 'server' } });
  await suite.openWithKey();
  for (let keys = 1; keys < 5; keys += 1) expect((await create()).status).toBe(201);
  expect(await create()).toMatchObject({
    status: 409,
    json: { detail: expect.stringMatching(/^An account can have at most 5 active keys\. /) },
  });
});
