/** The function of `GET /account/usage`, in the test's own process. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { accountStore, found } from '../../functions/accounts/account-store.ts';
import { suspended } from '../../functions/accounts/changes.ts';
import { securityHeaders } from '../../functions/http/security-headers.ts';
import { keyId } from '../../functions/keys/hash.ts';
import { quotaStore } from '../../functions/quota/quota-store.ts';
import { localTableName } from '../../lib/local/local-tables.ts';
import { quotaTable } from '../../lib/settings/tables.ts';
import { type AccountBackend, newPerson, startAccountFunctions } from '../account-functions.ts';
import { accountTable, refOf } from '../account-tables.ts';

let backend: AccountBackend;
/** Somebody new in each test. */
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

const usage = (time_zone?: string) =>
  backend.call('usage', { sub, ...(time_zone !== undefined && { query: { time_zone } }) });

/** Makes a key. Gives its id. */
const newKey = async (name: string): Promise<string> => {
  const { json } = await backend.call('create-key', { sub, body: { name } });
  return json.item.id;
};

/** Makes a call with a key. */
const call = async (id: string) => {
  const account = await accountStore(backend.database.client, accountTable).read(refOf(sub));
  const { hash = '' } =
    found(account).keys.find((key) => keyId(refOf(sub).id, key.hash) === id) ?? {};
  const plan = { name: 'free', limit: 30, windowSeconds: 60 };
  const store = quotaStore(backend.database.client, localTableName(quotaTable));
  await store.take({ hash, plan }, Date.now());
};

const sum = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

test('an account that made no call shows noughts', async () => {
  const { json: account } = await backend.call('open-account', { sub });
  const { status, headers, json } = await usage();
  expect(status).toBe(200);
  expect(headers).toEqual({
    ...securityHeaders,
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json',
  });
  expect(json).toEqual({
    time_zone: 'UTC',
    hours: json.hours,
    days: json.days,
    complete_since: account.created_at,
    account: { hours: new Array(24).fill(0), days: new Array(30).fill(0) },
    keys: [],
  });
  for (const hour of json.hours) expect(hour).toMatch(/^20\d\d-\d\d-\d\dT\d\d:00:00\.000Z$/);
  for (const day of json.days) expect(day).toMatch(/^20\d\d-\d\d-\d\d$/);
});

test('calls of each key and of all show at once, those of revoked keys and in suspended accounts, too', async () => {
  await backend.call('open-account', { sub });
  const [laptop, server] = [await newKey('laptop'), await newKey('server')];
  await newKey('unused');
  for (const id of [laptop, server, server]) await call(id);
  await backend.call('revoke-key', { sub, key: server });
  await accountStore(backend.database.client, accountTable).change(
    refOf(sub),
    { change: 'suspend' },
    suspended,
  );
  const { json } = await usage('Asia/Kathmandu');
  expect(json.time_zone).toBe('Asia/Kathmandu');
  expect(json.hours.at(-1)).toMatch(/:15:00\.000Z$/);
  expect(json.keys).toMatchObject([
    { id: server, name: 'server' },
    { id: laptop, name: 'laptop' },
  ]);
  for (const kind of ['hours', 'days'] as const) {
    expect(json.keys.map((key: Record<typeof kind, number[]>) => sum(key[kind]))).toEqual([2, 1]);
    expect(sum(json.account[kind])).toBe(3);
  }
});

test.each([
  ['nothing', ''],
  ['a place that is none', 'Mars/Olympus_Mons'],
  ['an offset', '+05:53'],
  ['two', 'UTC,Asia/Kathmandu'],
  ['a name of 10,000 characters', 'x'.repeat(10_000)],
])('%s is no time zone', async (_what, name) => {
  await backend.call('open-account', { sub });
  const { status, json } = await usage(name);
  expect(status).toBe(422);
  // As pydantic 2.13 says it of a ZoneInfo.
  expect(json).toEqual({
    detail: [
      {
        type: 'zoneinfo_str',
        loc: ['query', 'time_zone'],
        msg: `invalid timezone: ${name}`,
        input: name,
        ctx: { value: name },
      },
    ],
  });
});

test('where there is no account, or none any more, there is no usage', async () => {
  expect((await usage()).status).toBe(404);
  await backend.call('open-account', { sub });
  await backend.call('delete-account', { sub });
  expect((await usage()).status).toBe(410);
});

test.each(['account', 'quota'])('where the %s table can not be read it is 503', async (which) => {
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

test('where there is more to sum up than there is time for, it is 503, and the caller asks again', async () => {
  await backend.call('open-account', { sub });
  await newKey('laptop');
  // As it is after 6 seconds.
  jest.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  expect(await usage()).toMatchObject({
    status: 503,
    headers: { 'Retry-After': '1' },
    json: { detail: expect.stringContaining('Try again in 1 s') },
  });
  expect(jest.mocked(console.error).mock.calls).toMatchObject([
    [{ fault: { cause: { code: 'SUMMING_UNFINISHED' } } }],
  ]);
  jest.mocked(AbortSignal.timeout).mockRestore();
  expect((await usage()).status).toBe(200);
});
