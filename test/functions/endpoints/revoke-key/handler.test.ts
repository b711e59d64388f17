import { expect, test } from '@jest/globals';
import { accountSuite } from '../../../support/account-functions.ts';

const suite = accountSuite();

test('a key can be revoked although the account cannot be changed today', async () => {
  const { id: key } = await suite.openWithKey();
  for (let change = 0; change < 20; change += 1) {
    await suite.call('rename-key', { key, body: { name: `${change}` } });
  }
  expect((await suite.call('revoke-key', { key })).json.status).toBe('revoked');
  expect((await suite.call('revoke-key', { key })).json.status).toBe('revoked');
});
