import { expect, test } from '@jest/globals';
import { quotaStore } from '../../../../functions/quota/store.ts';
import { quotaTableName } from '../../../../lib/settings/tables.ts';
import { accountSuite } from '../../../support/account-functions.ts';
import { accountTable, plans, refOf } from '../../../support/account-tables.ts';

const suite = accountSuite();

const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);

test('an account sees the slots of its keys, and in its own those of dropped keys too', async () => {
  const { id: keyId } = await suite.openWithKey();
  const partition = refOf(suite.sub).id;
  const store = quotaStore(suite.backend.database.client, quotaTableName('prod'));
  const [plan] = plans as [(typeof plans)[0]];
  for (const holder of [keyId, keyId, `${partition}-00000000`]) {
    await store.take({ partition, keyId: holder, plan }, Date.now());
  }
  const { status, json } = await suite.call('usage');
  expect([status, json.keys.length, json.keys[0].id]).toEqual([200, 1, keyId]);
  expect([sum(json.keys[0].days), sum(json.keys[0].hours)]).toEqual([2, 2]);
  // In the current hour, or just before.
  expect(sum(json.account.hours.slice(0, 2))).toBe(3);
});

test.each(['account', 'quota'])('without the %s table, usage is 503', async (which) => {
  await suite.openWithKey();
  const table = which === 'quota' ? quotaTableName('prod') : accountTable;
  suite.backend.database.wire.fault = ({ input }) =>
    input.TableName === table ? { status: 500, type: 'InternalServerError' } : undefined;
  expect(await suite.call('usage')).toMatchObject({
    status: 503,
    headers: { 'Retry-After': '2' },
    json: { detail: expect.stringContaining('The account is not available right now.') },
  });
});
