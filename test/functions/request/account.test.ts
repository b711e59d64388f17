/** The account endpoints, when a dependency fails or the operator has changed the account. */
import { expect, test } from '@jest/globals';
import { resumed, suspended } from '../../../functions/accounts/changes.ts';
import { keyedEndpoint } from '../../../functions/request/api.ts';
import { securityHeaders } from '../../../functions/request/headers.ts';
import { quotaTableName } from '../../../lib/settings/tables.ts';
import { accountSuite } from '../../support/account-functions.ts';
import { accountTable, limits, plans, refOf } from '../../support/account-tables.ts';
import { throttle } from '../../support/dynamodb-wire.ts';
import { eventOf } from '../../support/in-process.ts';

const suite = accountSuite();

test('no response may be cached', async () => {
  const common = { ...securityHeaders, 'Cache-Control': 'no-store' };
  const json = { ...common, 'Content-Type': 'application/json' };
  const key = { key: '00000000000-00000000' };
  expect((await suite.call('account')).headers).toEqual(json);
  expect((await suite.call('open-account')).headers).toEqual(json);
  expect((await suite.call('rename-key', { ...key, body: {} })).headers).toEqual(json);
  expect((await suite.call('revoke-key', key)).headers).toEqual(json);
  expect(await suite.call('delete-account')).toEqual({
    status: 204,
    headers: common,
    json: undefined,
  });
  expect(await suite.call('account')).toEqual({
    status: 410,
    headers: json,
    json: { detail: 'The account was deleted.' },
  });
});

test('an event without claims is a fault of the service', async () => {
  const { status, json } = await suite.backend.call('account', { sub: '' });
  expect([status, json]).toEqual([500, { detail: expect.stringContaining('(Request id: id)') }]);
  expect(suite.logged('error')).toContain('NO_CLAIMS');
});

test('a view is one read, and each change is logged once', async () => {
  const { id } = await suite.openWithKey();
  const account = refOf(suite.sub).id;
  suite.backend.database.wire.calls.length = 0;
  await suite.call('account');
  expect(suite.backend.database.wire.calls).toEqual(['GetItem']);
  await suite.call('open-account');
  await suite.call('rename-key', { key: id, body: { name: 'server' } });
  const { json } = await suite.call('rotate-key', { key: id, body: { grace_seconds: 0 } });
  await suite.call('revoke-key', { key: json.item.id });
  await suite.call('revoke-key', { key: json.item.id });
  await suite.call('delete-account');
  await suite.call('delete-account');
  expect(suite.changes()).toEqual([
    { account, change: 'open' },
    { account, change: 'create', key: id },
    { account, change: 'rename', key: id },
    { account, change: 'rotate', key: id, successor: json.item.id },
    { account, change: 'revoke', key: json.item.id },
    { account, change: 'delete' },
  ]);
});

test('a suspended account can only be viewed with its usage, deleted, and have its keys revoked', async () => {
  const { id: key, key: text } = await suite.openWithKey();
  await suite.operator(suspended);
  expect(await suite.isAccepted(text)).toBe(false);
  for (const name of ['account', 'open-account'] as const) {
    const { status, json } = await suite.call(name);
    expect([status, json.suspended_at]).toEqual([200, expect.stringMatching(/Z$/)]);
    expect(json.keys).toMatchObject([{ id: key, status: 'suspended', revoked_at: null }]);
  }
  for (const [name, request] of [
    ['create-key', { body: { name: 'server' } }],
    ['rename-key', { key, body: { name: 'server' } }],
    ['rotate-key', { key, body: { grace_seconds: 0 } }],
  ] as const) {
    expect(await suite.call(name, request)).toMatchObject({
      status: 403,
      json: { detail: expect.stringMatching(/^The account is suspended\. /) },
    });
  }
  expect((await suite.call('usage')).json.keys).toMatchObject([{ id: key }]);
  expect((await suite.call('revoke-key', { key })).json.status).toBe('revoked');
  await suite.operator(resumed);
  expect((await suite.call('account')).json).toMatchObject({
    suspended_at: null,
    keys: [{ id: key, status: 'revoked' }],
  });
  expect((await suite.call('delete-account')).status).toBe(204);
});

test('while DynamoDB throttles reads of an account, its cached keys are accepted, and new ones get 503', async () => {
  const { key } = await suite.openWithKey();
  const handler = await keyedEndpoint(
    {
      STAGE: 'prod',
      KEYS: { policy: 'issued', plans, ...limits },
      ACCOUNT_TABLE: accountTable,
      QUOTA_TABLE: quotaTableName('prod'),
    },
    ({ remaining }) => ({ remaining }),
  );
  const ask = (key: string) =>
    handler(eventOf('GET /v1/rate-limits', { 'x-api-key': key }, ''), {} as never);
  expect(await ask(key)).toMatchObject({ statusCode: 200 });
  const { json } = await suite.call('create-key', { body: { name: 'new' } });
  const throttled = throttle('TableReadKeyRangeThroughputExceeded');
  suite.backend.database.wire.fault = ({ input }) =>
    input.TableName === accountTable ? throttled : undefined;
  expect(await ask(key)).toMatchObject({ statusCode: 200 });
  expect(await ask(json.key)).toMatchObject({
    statusCode: 503,
    headers: { 'Retry-After': '2' },
    body: expect.stringContaining('The key check is not available right now. Try again in 2 s.'),
  });
  suite.backend.database.wire.fault = undefined;
  expect(await ask(json.key)).toMatchObject({ statusCode: 200 });
});
