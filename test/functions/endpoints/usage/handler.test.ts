import { expect, test } from '@jest/globals';
import { quotaTableName } from '../../../../lib/settings/tables.ts';
import { accountSuite } from '../../../support/account-functions.ts';
import { accountTable } from '../../../support/account-tables.ts';

const suite = accountSuite();

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
