/** What the functions for accounts answer where something that they ask fails, or was changed by the operator. */
import { inspect } from 'node:util';
import { DeleteItemCommand, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { accountStore } from '../../functions/accounts/account-store.ts';
import { resumed, suspended, withPlan } from '../../functions/accounts/changes.ts';
import { securityHeaders } from '../../functions/http/security-headers.ts';
import { keyState } from '../../functions/keys/key-record.ts';
import {
  type AccountBackend,
  type AccountCall,
  accessToken,
  newPerson,
  startAccountFunctions,
} from '../account-functions.ts';
import { accountTables, recordsOf } from '../account-tables.ts';
import type { Call } from '../dynamodb-wire.ts';
import { answer, poolRefusal, someone } from '../sign-in-stand-in.ts';

let backend: AccountBackend;
/** Somebody new in each test. */
let sub: string;

beforeAll(async () => {
  backend = await startAccountFunctions();
});

afterAll(() => backend.close());

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  sub = newPerson(backend);
});

afterEach(() => {
  backend.database.wire.fault = undefined;
  // Whatever was logged, nothing of it says who called or by what.
  const logged = inspect(jest.mocked(console.error).mock.calls, { depth: 20 });
  expect(logged).not.toContain(accessToken);
  expect(logged).not.toMatch(/person-|example\.com|amp_prod_/);
  jest.restoreAllMocks();
});

const logged = () => JSON.stringify(jest.mocked(console.error).mock.calls);

const call = (name: Parameters<AccountBackend['call']>[0], request: AccountCall = {}) =>
  backend.call(name, { sub, ...request });

const operator = () => accountStore(backend.database.client, accountTables);

/** Makes an account with a key. Gives the key's id. */
const openWithKey = async (): Promise<string> => {
  await call('open-account');
  const { json } = await call('create-key', { body: { name: 'laptop' } });
  return json.item.id;
};

const failing = { status: 500, type: 'InternalServerError' } as const;

const failWhere = (isMeant: (call: Call) => boolean) => {
  backend.database.wire.fault = (made) => (isMeant(made) ? failing : undefined);
};

const ofTable =
  (table: string, operation = '') =>
  ({ input, operation: called }: Call) =>
    input.TableName === table && called.includes(operation);

test('every answer says that it is for nobody else', async () => {
  const common = { ...securityHeaders, 'Cache-Control': 'no-store' };
  const json = { ...common, 'Content-Type': 'application/json' };
  const key = { key: '0123456789abcdef' };
  expect((await call('account')).headers).toEqual(json);
  expect((await call('open-account')).headers).toEqual(json);
  expect((await call('rename-key', { ...key, body: {} })).headers).toEqual(json);
  expect((await call('revoke-key', key)).headers).toEqual(json);
  expect(await call('delete-account')).toEqual({ status: 204, headers: common, json: undefined });
  expect(await call('account')).toEqual({
    status: 410,
    headers: json,
    json: { detail: 'The account was deleted.' },
  });
});

test('an event that no authorizer has let pass is a fault of the service', async () => {
  const { status, json } = await backend.call('account', { sub: '' });
  expect([status, json]).toEqual([
    500,
    { detail: 'The service failed. Try again later. (Request id: id)' },
  ]);
  expect(logged()).toContain('NO_CLAIMS');
});

test('an account is made once, at the address that the sign-in says', async () => {
  const { status, json } = await call('open-account');
  expect(status).toBe(200);
  expect(json).toEqual({
    email: 'someone@example.com',
    created_at: expect.stringMatching(/Z$/),
    suspended_at: null,
    plan: { name: 'free', limit: 30, window_seconds: 60 },
    limits: { active_keys: 5, changes_per_day: 20, changes_left: 20 },
    keys: [],
  });
  backend.signIn.reply({ userinfo: answer({ ...someone, sub, email: 'new@example.com' }) });
  expect((await call('open-account')).json).toEqual({ ...json, email: 'new@example.com' });
  expect((await call('account')).json).toEqual({ ...json, email: 'new@example.com' });
});

test('without the sign-in there is no new account, and an account keeps its address', async () => {
  backend.signIn.reply({ userinfo: answer({}, 500) });
  expect(await call('open-account')).toMatchObject({
    status: 503,
    headers: { 'Retry-After': '2' },
    json: { detail: "The account can't be checked right now. Try again in 2 s. (Request id: id)" },
  });
  expect(logged()).toContain('SIGN_IN_STATUS_500');
  expect((await call('account')).status).toBe(404);
  backend.signIn.reply({ userinfo: answer({ ...someone, sub }) });
  await call('open-account');
  for (const userinfo of [
    answer({}, 500),
    answer({ ...someone, sub: 'another' }),
    'reset',
  ] as const) {
    backend.signIn.reply({ userinfo });
    jest.mocked(console.error).mockClear();
    const { status, json } = await call('open-account');
    expect([status, json.email]).toEqual([200, 'someone@example.com']);
    expect(console.error).toHaveBeenCalledTimes(1);
  }
});

test('an address that is not verified makes no account, and changes none', async () => {
  const unverified = { ...someone, sub, email: 'new@example.com', email_verified: 'false' };
  backend.signIn.reply({ userinfo: answer(unverified) });
  expect(await call('open-account')).toMatchObject({
    status: 403,
    json: { detail: expect.stringContaining('not verified') },
  });
  backend.signIn.reply({ userinfo: answer({ ...someone, sub }) });
  await call('open-account');
  backend.signIn.reply({ userinfo: answer(unverified) });
  expect((await call('open-account')).json.email).toBe('someone@example.com');
  expect(console.error).not.toHaveBeenCalled();
});

test('a key whose record could not be written is pending, and works once the account was read', async () => {
  await openWithKey();
  failWhere(ofTable(accountTables.keyTable, 'PutItem'));
  const { status, json } = await call('create-key', { body: { name: 'server' } });
  backend.database.wire.fault = undefined;
  expect([status, json.item.status]).toEqual([201, 'pending']);
  const { keys } = (await call('account')).json;
  expect(keys[0]).toMatchObject({ id: json.item.id, status: 'active' });
  const record = (await recordsOf(backend.database, { id: sub })).get(json.item.id);
  expect(record && keyState(record, Date.now())).toBe('active');
});

test('a revocation that is not everywhere yet says so', async () => {
  const key = await openWithKey();
  failWhere(ofTable(accountTables.keyTable, 'PutItem'));
  const { status, json } = await call('revoke-key', { key });
  expect([status, json.status]).toEqual([200, 'pending']);
  backend.database.wire.fault = undefined;
  expect((await call('revoke-key', { key })).json.status).toBe('revoked');
});

test('where accounts can not be read, nothing is said of them', async () => {
  const key = await openWithKey();
  const requests = {
    'open-account': {},
    account: {},
    'delete-account': {},
    'create-key': { body: { name: 'server' } },
    'rename-key': { key, body: { name: 'server' } },
    'rotate-key': { key, body: { grace_seconds: 0 } },
    'revoke-key': { key },
  } as const;
  const names = Object.keys(requests) as (keyof typeof requests)[];
  const unavailable = { status: 503, headers: { 'Retry-After': '2' } };
  failWhere(ofTable(accountTables.accountTable));
  for (const name of names) expect(await call(name, requests[name])).toMatchObject(unavailable);
  backend.database.wire.fault = undefined;
  expect((await call('account')).json.keys).toMatchObject([{ id: key, status: 'active' }]);
});

test('a suspended account sees everything, revokes and goes, and no more', async () => {
  const key = await openWithKey();
  await operator().change(sub, suspended);
  for (const name of ['account', 'open-account'] as const) {
    const { status, json } = await call(name);
    expect([status, json.suspended_at]).toEqual([200, expect.stringMatching(/Z$/)]);
    expect(json.keys).toMatchObject([{ id: key, status: 'suspended', revoked_at: null }]);
  }
  for (const [name, request] of [
    ['create-key', { body: { name: 'server' } }],
    ['rename-key', { key, body: { name: 'server' } }],
    ['rotate-key', { key, body: { grace_seconds: 0 } }],
  ] as const) {
    expect(await call(name, request)).toMatchObject({
      status: 403,
      json: { detail: expect.stringMatching(/^The account is suspended: /) },
    });
  }
  expect((await call('revoke-key', { key })).json.status).toBe('revoked');
  await operator().change(sub, resumed);
  expect((await call('account')).json).toMatchObject({
    suspended_at: null,
    keys: [{ id: key, status: 'revoked' }],
  });
  expect((await call('delete-account')).status).toBe(204);
});

test('the plan of an account is that of its keys, and must be one of the stage', async () => {
  await openWithKey();
  await operator().change(sub, (account, now) => withPlan(account, 'scale', now));
  expect((await call('account')).json).toMatchObject({
    plan: { name: 'scale', limit: 6_000, window_seconds: 60 },
    keys: [{ plan: 'scale' }],
  });
  await operator().change(sub, (account, now) => withPlan(account, 'gone', now));
  expect((await call('account')).status).toBe(503);
  expect(logged()).toContain('UNKNOWN_PLAN');
});

test('where the secret that tags keys is lost, no key is made, and none changes', async () => {
  const key = await openWithKey();
  const issuer = { TableName: accountTables.keyTable, Key: { id: { S: 'issuer' } } };
  const { client } = backend.database;
  const { Item = {} } = await client.send(new GetItemCommand(issuer));
  await client.send(new DeleteItemCommand(issuer));
  expect((await call('create-key', { body: { name: 'server' } })).status).toBe(503);
  expect((await call('rotate-key', { key, body: { grace_seconds: 0 } })).status).toBe(503);
  expect(logged()).toContain('NO_ISSUER');
  await client.send(new PutItemCommand({ TableName: issuer.TableName, Item }));
  expect((await call('account')).json.keys).toMatchObject([{ id: key, successor: null }]);
});

test('a deletion removes the sign-in, and is as good where that is gone, or there is no account', async () => {
  await openWithKey();
  expect((await call('delete-account')).status).toBe(204);
  const [removal] = backend.signIn.requests.filter((request) => request.call === 'removal');
  expect(removal?.headers['x-amz-target']).toMatch(/\.AdminDeleteUser$/);
  expect(JSON.parse(String(removal?.body))).toEqual({ UserPoolId: 'pool', Username: sub });

  backend.signIn.reply({ removal: poolRefusal('UserNotFoundException') });
  expect((await call('delete-account')).status).toBe(204);
  expect((await call('delete-account', { sub: 'nobody' })).status).toBe(204);
  expect(backend.signIn.requests).toHaveLength(2);
  expect((await call('open-account')).status).toBe(410);
});

test.each([
  ['refused', poolRefusal('NotAuthorizedException')],
  ['failed', poolRefusal('InternalErrorException', 500)],
  ['cut off', 'reset' as const],
  ['never answered', 'silence' as const],
])(
  'a deletion whose removal of the sign-in is %s goes on when it is made again',
  async (_, removal) => {
    await openWithKey();
    backend.signIn.reply({ removal });
    expect(await call('delete-account')).toMatchObject({
      status: 503,
      headers: { 'Retry-After': '2' },
      json: {
        detail:
          'The account is deleted, but its sign-in is not removed yet. Delete it again in 2 s. (Request id: id)',
      },
    });
    for (const record of (await recordsOf(backend.database, { id: sub })).values()) {
      expect(keyState(record, Date.now())).toBe('revoked');
    }
    expect((await call('account')).status).toBe(410);
    backend.signIn.reply();
    expect((await call('delete-account')).status).toBe(204);
    expect(backend.signIn.requests).toHaveLength(1);
  },
);

test('a deletion that could not revoke a key leaves the sign-in, to be made again', async () => {
  await openWithKey();
  failWhere(ofTable(accountTables.keyTable));
  expect(await call('delete-account')).toMatchObject({
    status: 503,
    json: {
      detail:
        'The account is deleted, but not all of its keys are revoked yet. Delete it again in 2 s. (Request id: id)',
    },
  });
  expect(backend.signIn.requests.filter((request) => request.call === 'removal')).toEqual([]);
  backend.database.wire.fault = undefined;
  expect((await call('delete-account')).status).toBe(204);
  for (const record of (await recordsOf(backend.database, { id: sub })).values()) {
    expect(keyState(record, Date.now())).toBe('revoked');
  }
});
