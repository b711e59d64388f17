/** `GET /account/usage`, in the test's process. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { accountStore } from '../../functions/accounts/account-store.ts';
import { suspended } from '../../functions/accounts/changes.ts';
import { quotaStore } from '../../functions/quota/quota-store.ts';
import { localTableName } from '../../lib/local/local-tables.ts';
import { quotaTable } from '../../lib/settings/tables.ts';
import { type AccountBackend, newPerson, startAccountFunctions } from '../account-functions.ts';
import { accountTable, refOf } from '../account-tables.ts';

let backend: AccountBackend;
let sub: string;

beforeAll(async () => {
  backend = await startAccountFunctions();
});

afterAll(() => backend.close());

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  jest.spyOn(console, 'info').mockImplementation(() => {});
  sub = newPerson();
});

afterEach(() => {
  backend.database.wire.fault = undefined;
  jest.restoreAllMocks();
});

const usage = (query?: Readonly<Record<string, string>>) =>
  backend.call('usage', { sub, ...(query && { query }) });

const newKey = async (name: string): Promise<string> => {
  const { json } = await backend.call('create-key', { sub, body: { name } });
  return json.item.id;
};

const plan = { name: 'free', limit: 30, windowSeconds: 60 };

const call = (keyId: string) =>
  quotaStore(backend.database.client, localTableName(quotaTable)).take(
    { partition: refOf(sub).id, keyId, plan },
    Date.now(),
  );

const sum = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

test('calls are counted by key and in total, including revoked and dropped keys and suspended accounts', async () => {
  await backend.call('open-account', { sub });
  const [laptop, server] = [await newKey('laptop'), await newKey('server')];
  const unused = await newKey('unused');
  for (const id of [laptop, server, server, 'gone']) await call(id);
  await backend.call('revoke-key', { sub, key: server });
  await accountStore(backend.database.client, accountTable).change(
    refOf(sub),
    { change: 'suspend' },
    suspended,
  );
  const { json } = await usage();
  expect(json.keys).toMatchObject([
    { id: unused, name: 'unused', last_used_at: null, quota: { remaining: 30, limit: 30 } },
    { id: server, name: 'server', last_used_at: expect.stringMatching(/:00\.000Z$/) },
    { id: laptop, name: 'laptop' },
    { id: 'gone', name: null, quota: null },
  ]);
  for (const kind of ['hours', 'days'] as const) {
    expect(json.keys.map((key: Record<typeof kind, number[]>) => sum(key[kind]))).toEqual([
      0, 2, 1, 1,
    ]);
    expect(sum(json.account[kind])).toBe(4);
  }
});

test('an unknown account is 404, and a deleted one 410', async () => {
  expect((await usage()).status).toBe(404);
  await backend.call('open-account', { sub });
  await backend.call('delete-account', { sub });
  expect((await usage()).status).toBe(410);
});

test.each(['account', 'quota'])('a failing %s table is 503', async (which) => {
  await backend.call('open-account', { sub });
  await newKey('laptop');
  const table = which === 'quota' ? localTableName(quotaTable) : accountTable;
  backend.database.wire.fault = ({ input }) =>
    input.TableName === table ? { status: 500, type: 'InternalServerError' } : undefined;
  expect(await usage()).toMatchObject({
    status: 503,
    headers: { 'Retry-After': '2' },
    json: { detail: expect.stringContaining("The account can't be checked right now.") },
  });
});
