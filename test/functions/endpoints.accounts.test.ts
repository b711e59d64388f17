/** The account endpoints in the test's process, with a DynamoDB and a sign-in that can fail. */
import { inspect } from 'node:util';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { type AccountStore, createAccountStore } from '../../functions/accounts/account-store.ts';
import { suspended, withPlan } from '../../functions/accounts/changes.ts';
import { keyedEndpoint } from '../../functions/request/api-endpoint.ts';
import { endpointHeaders } from '../../functions/request/headers.ts';
import { endpoints, routeKey } from '../../lib/settings/endpoints.ts';
import { functionEnvironment, stageValues } from '../../lib/settings/functions.ts';
import { stageNamed, stagePlans } from '../../lib/settings/stages.ts';
import { quotaTableName } from '../../lib/settings/tables.ts';
import { expectOn } from '../docs/pages.ts';
import events from '../sam/events.json' with { type: 'json' };
import { accountTable, limits, plans, startTables, toRef } from '../support/account-tables.ts';
import { until } from '../support/at-end.ts';
import { failNext, throttle } from '../support/dynamodb-wire.ts';
import { newEvent } from '../support/in-process.ts';
import { stretchTimeouts } from '../support/patience.ts';
import {
  accessToken,
  answer,
  poolRefusal,
  someone,
  startSignInStandIn,
} from '../support/sign-in-stand-in.ts';

stretchTimeouts();
const database = await startTables();
const { wire } = database;
const signIn = await startSignInStandIn();
const operator = createAccountStore(database.client, accountTable);

const rows = endpoints.filter(({ access }) => access === 'account');
const values = {
  ...stageValues(stageNamed('prod')),
  AWS_ENDPOINT_URL_DYNAMODB: wire.url,
  SIGN_IN_ISSUER: signIn.url,
  USER_POOL: 'pool',
  AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: signIn.url,
};
Object.assign(process.env, ...rows.map(({ needs }) => functionEnvironment(needs, values)));

const invoke = async (
  name: string,
  event: APIGatewayProxyEventV2,
): Promise<APIGatewayProxyStructuredResultV2> => {
  const { handler } = await import(`../../functions/endpoints/${name}/handler.ts`);
  return handler(event, {});
};

/** The user of a test. */
let sub: string;

interface AccountCall {
  /** Default: the test's user. */
  readonly by?: string;
  /** The key id in the path. */
  readonly key?: string;
  readonly body?: unknown;
}

/** Calls an endpoint as a user whom the authorizer has accepted. */
const call = async (name: string, { by = sub, key, body }: AccountCall = {}) => {
  const row = rows.find((candidate) => candidate.name === name);
  const event = newEvent(
    row ? routeKey(row) : '',
    { authorization: `Bearer ${accessToken(by)}`, 'content-type': 'application/json' },
    JSON.stringify(body) ?? '',
  );
  const authorizer = { jwt: { claims: { sub: by }, scopes: ['openid'] } };
  const answer = await invoke(name, {
    ...event,
    ...(key !== undefined && { pathParameters: { id: key } }),
    requestContext: { ...event.requestContext, authorizer } as typeof event.requestContext,
  });
  const { statusCode: status, headers = {}, body: text } = answer;
  // No response may be cached.
  expect(headers).toMatchObject(endpointHeaders);
  return { status, headers, json: text === undefined ? undefined : JSON.parse(text) };
};

let people = 0;

/** The `sub` of a new user. */
const newPerson = (): string => {
  people += 1;
  return `person-${people}`;
};

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  jest.spyOn(console, 'info').mockImplementation(() => {});
  sub = newPerson();
  signIn.reply();
  wire.calls.length = 0;
});

const readLog = (level: 'error' | 'info') =>
  inspect(jest.mocked(console[level]).mock.calls, { depth: 20 });

afterEach(() => {
  wire.fault = undefined;
  // No log has the user or a key.
  expect(readLog('error') + readLog('info')).not.toMatch(/secret|person-|example\.com|amp_prod_/);
  jest.restoreAllMocks();
});

const byOperator = (change: Parameters<AccountStore['change']>[2]) =>
  operator.change({ id: toRef(sub).id }, { change: 'operator' }, change);

/** Creates an account with a key. */
const openWithKey = async (): Promise<{ readonly id: string; readonly key: string }> => {
  await call('open-account');
  const { json } = await call('create-key', { body: { name: 'laptop' } });
  return { id: json.item.id, key: json.key };
};

/** Starts an endpoint of the API, and returns a function that calls it with a key. */
const startRateLimits = async () => {
  const settings = {
    STAGE: 'prod',
    KEYS: { policy: 'issued', plans, ...limits },
    ACCOUNT_TABLE: accountTable,
    QUOTA_TABLE: quotaTableName('prod'),
  } as const;
  const handler = await keyedEndpoint(settings, ({ remaining }) => ({ remaining }));
  return (key: string) =>
    handler(
      newEvent('GET /v1/rate-limits', { 'x-api-key': key }, ''),
      {} as never,
    ) as Promise<APIGatewayProxyStructuredResultV2>;
};

/** Whether a new function accepts a key. */
const isAccepted = async (key: string): Promise<boolean> =>
  (await (await startRateLimits())(key)).statusCode === 200;

test('a rotated key and its successor both work during the grace period, and neither is shown again', async () => {
  await call('open-account');
  const old = (await call('create-key', { body: { name: 'laptop' } })).json;
  const rotation = { key: old.item.id, body: { grace_seconds: 3_600 } };
  const { key, item, predecessor } = (await call('rotate-key', rotation)).json;
  const end = predecessor.expires_at;
  expect(Date.parse(end) - Date.parse(item.created_at)).toBe(3_600_000);
  const ask = await startRateLimits();
  expect(await ask(old.key)).toMatchObject({ headers: { 'X-API-Key-Expires': end } });
  expect((await ask(key)).headers).not.toHaveProperty('X-API-Key-Expires');
  const { json } = await call('account');
  const active = { name: 'laptop', status: 'active' };
  expect(json.keys).toMatchObject([
    { ...active, id: item.id, start: key.slice(0, 13), predecessor: old.item.id, successor: null },
    { ...active, id: old.item.id, start: old.key.slice(0, 13), successor: item.id },
  ]);
  for (const text of [key, old.key]) expect(JSON.stringify(json)).not.toContain(text.slice(0, 14));
});

test.each([1, 3_650, null, undefined])('a key expires after %p days, or never', async (days) => {
  await call('open-account');
  const body = { name: 'laptop', expires_in_days: days };
  const { created_at, expires_at } = (await call('create-key', { body })).json.item;
  const end = days && new Date(Date.parse(created_at) + days * 86_400_000).toISOString();
  expect(expires_at).toBe(end ?? null);
});

test.each([
  '<img src=x onerror=alert(1)>"\'&',
  'می\u200cخواهم',
  '👨\u200d👩\u200d👧 🏳\ufe0f\u200d🌈',
  `a${'\u0301'.repeat(8)}b`,
  '👋'.repeat(100),
  '__proto__',
])('a key may be named %j', async (name) => {
  await call('open-account');
  expect((await call('create-key', { body: { name } })).json.item.name).toBe(name);
  expect((await call('account')).json.keys).toMatchObject([{ name }]);
});

/** Blank, invisible, with too many marks, direction marks, control characters or lone surrogates. */
const badNames = [
  ...['   ', ' \u2800\u2800', 'a\u00adb', '\u3164', 'a\ufe0e', '\u200d', '\ud83d'],
  ...[`a${'\u0301'.repeat(9)}`, `a${'\u0301\u0301\u200d'.repeat(4)}`],
  ...['a\u202eb', 'a\u0000b', 'a\nb'],
];
const graces = '0, 3600, 86400 or 604800';

test('an invalid body gets all its validation errors, and changes nothing', async () => {
  const { id: key } = await openWithKey();
  for (const [name, body, ...detail] of [
    ...badNames.map((name) => ['create-key', { name }, { type: 'value_error' }] as const),
    ['create-key', { name: 'x'.repeat(101) }, { ctx: { max_length: 100 } }],
    [
      'create-key',
      { name: '', expires_in_days: 0 },
      { type: 'string_too_short', loc: ['body', 'name'], ctx: { min_length: 1 } },
      { type: 'greater_than_equal', loc: ['body', 'expires_in_days'], ctx: { ge: 1 } },
    ],
    ['create-key', { name: 'a', expires_in_days: 3_651 }, { type: 'less_than_equal' }],
    ['rename-key', { name: 'a\nb' }, { type: 'value_error' }],
    [
      'rotate-key',
      { grace_seconds: '0' },
      { type: 'literal_error', msg: `Input should be ${graces}`, ctx: { expected: graces } },
    ],
  ] as const) {
    const { status, json } = await call(name, { key, body });
    expect([name, body, status, json.detail]).toMatchObject([name, body, 422, detail]);
  }
  expect((await call('account')).json.keys).toMatchObject([{ id: key, name: 'laptop' }]);
});

test("another account's key, an unknown one and an invalid id are all 404", async () => {
  const { id: ownId } = await openWithKey();
  const otherPerson = newPerson();
  await call('open-account', { by: otherPerson });
  const unknown = ownId.replace(/^.{11}/, '00000000000');
  for (const key of [ownId, unknown, '__proto__', '%20', '%00', 'x'.repeat(500)]) {
    for (const [name, body] of [
      ['rename-key', { name: 'mine' }],
      ['rotate-key', { grace_seconds: 0 }],
      ['revoke-key', undefined],
    ] as const) {
      expect(await call(name, { by: otherPerson, key, body })).toMatchObject({
        status: 404,
        json: { detail: 'The account has no such key.' },
      });
    }
  }
  expect((await call('account')).json.keys).toMatchObject([{ name: 'laptop', status: 'active' }]);
});

test('an event without claims is a fault of the service', async () => {
  const { status, json } = await call('account', { by: '' });
  expect([status, json]).toEqual([500, { detail: expect.stringContaining('(Request id: id)') }]);
  expect(readLog('error')).toContain('NO_CLAIMS');
});

test('a view is one read, and each change is logged once', async () => {
  const { id } = await openWithKey();
  const account = toRef(sub).id;
  wire.calls.length = 0;
  await call('account');
  expect(wire.calls).toEqual(['GetItem']);
  await call('open-account');
  await call('rename-key', { key: id, body: { name: 'server' } });
  const { json } = await call('rotate-key', { key: id, body: { grace_seconds: 0 } });
  await call('revoke-key', { key: json.item.id });
  await call('revoke-key', { key: json.item.id });
  await call('delete-account');
  await call('delete-account');
  expect(jest.mocked(console.info).mock.calls.flat()).toEqual([
    { account, change: 'open' },
    { account, change: 'create', key: id },
    { account, change: 'rename', key: id },
    { account, change: 'rotate', key: id, successor: json.item.id },
    { account, change: 'revoke', key: json.item.id },
    { account, change: 'delete' },
  ]);
});

test('an account is created once, with the address of the sign-in', async () => {
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
  signIn.reply({ userinfo: answer({ ...someone, sub, email: 'new@example.com' }) });
  expect((await call('open-account')).json).toEqual({ ...json, email: 'new@example.com' });
  expect((await call('account')).json).toEqual({ ...json, email: 'new@example.com' });
});

const unavailable = 'The account is not available right now. Try again in 2 s. (Request id: id)';
const expired = 'Your sign-in has expired. Sign in again.';
const challenge = { 'WWW-Authenticate': 'Bearer error="invalid_token"' };
const noAddress = expect.stringContaining('no verified e-mail address');
const unverified = () =>
  answer({ ...someone, sub, email: 'new@example.com', email_verified: 'false' });

test.each([
  ['fails', () => answer({}, 500), 503, { 'Retry-After': '2' }, unavailable, 200, 2],
  ['refuses the token', () => answer({}, 401), 401, challenge, expired, 401, 0],
  ['has not verified the address', unverified, 403, {}, noAddress, 200, 0],
] as const)(
  'if the identity provider %s, no account is opened or changed',
  async (_, userinfo, status, headers, detail, later, faults) => {
    signIn.reply({ userinfo: userinfo() });
    expect(await call('open-account')).toMatchObject({ status, headers, json: { detail } });
    const unknown = { status: 404, json: { detail: 'There is no such account.' } };
    expect(await call('account')).toMatchObject(unknown);
    signIn.reply();
    await call('open-account');
    signIn.reply({ userinfo: userinfo() });
    expect((await call('open-account')).status).toBe(later);
    expect((await call('account')).json.email).toBe('someone@example.com');
    expect(console.error).toHaveBeenCalledTimes(faults);
  },
);

test('a deleted account is not opened again, and the identity provider is not even asked', async () => {
  await call('delete-account');
  signIn.reply();
  expect((await call('open-account')).status).toBe(410);
  expect(signIn.requests).toEqual([]);
  expect((await call('usage')).status).toBe(410);
});

test('an account that is deleted while its address is read stays deleted', async () => {
  await openWithKey();
  wire.traffic.length = 0;
  signIn.reply({ userinfo: answer({ ...someone, sub, email: 'new@example.com' }) });
  const deleted = Promise.withResolvers<void>();
  wire.fault = failNext({ answerAfter: deleted.promise });
  const opening = call('open-account');
  await until(() => wire.traffic.at(-1)?.outcome === 'done');
  expect((await call('delete-account')).status).toBe(204);
  deleted.resolve();
  expect((await opening).status).toBe(410);
  expect((await call('account')).status).toBe(410);
});

test('a key whose creation or rotation loses its answer is created once, and accepted', async () => {
  const { id } = await openWithKey();
  for (const [name, request] of [
    ['create-key', { body: { name: 'server' } }],
    ['rotate-key', { key: id, body: { grace_seconds: 0 } }],
  ] as const) {
    const lose = failNext('lose answer');
    wire.fault = (call) => (call.operation === 'PutItem' ? lose(call) : undefined);
    const { status, json } = await call(name, request);
    expect([status, await isAccepted(json.key)]).toEqual([201, true]);
  }
  expect((await call('account')).json.keys).toHaveLength(3);
});

test('a change that loses against others eight times is 409, and can be repeated', async () => {
  const { id: key } = await openWithKey();
  wire.calls.length = 0;
  wire.fault = ({ operation }) =>
    operation === 'PutItem' ? { status: 400, type: 'ConditionalCheckFailedException' } : undefined;
  jest.mocked(console.info).mockClear();
  expect(await call('rename-key', { key, body: { name: 'server' } })).toMatchObject({
    status: 409,
    headers: { 'Retry-After': '1' },
    json: { detail: 'The account is being changed by other requests. Try again.' },
  });
  expect(wire.calls).toEqual(new Array(8).fill(['GetItem', 'PutItem']).flat());
  expect(console.info).not.toHaveBeenCalled();
  wire.fault = undefined;
  expect((await call('rename-key', { key, body: { name: 'server' } })).status).toBe(200);
});

test('keys are on the plan of their account, which the stage must have', async () => {
  const { name, limit, windowSeconds } = Object(stagePlans(stageNamed('prod')).at(-1));
  await openWithKey();
  await byOperator((account, now) => withPlan(account, name, now));
  expect((await call('account')).json).toMatchObject({
    plan: { name, limit, window_seconds: windowSeconds },
    keys: [{ plan: name }],
  });
  await byOperator((account, now) => withPlan(account, 'gone', now));
  expect((await call('account')).status).toBe(500);
  expect(readLog('error')).toContain('UNKNOWN_PLAN');
});

test('the keys of a suspended account are not accepted; the account can be viewed with its usage', async () => {
  const { id, key } = await openWithKey();
  await byOperator(suspended);
  expect(await isAccepted(key)).toBe(false);
  for (const name of ['account', 'open-account']) {
    const { status, json } = await call(name);
    expect([status, json.suspended_at]).toEqual([200, expect.stringMatching(/Z$/)]);
    expect(json.keys).toMatchObject([{ id, status: 'suspended', revoked_at: null }]);
  }
  expect((await call('usage')).json.keys).toMatchObject([{ id }]);
});

const removals = () =>
  signIn.requests
    .filter((request) => request.call === 'removal')
    .map(({ headers, body }) => [
      String(headers['x-amz-target']).replace(/^.*\./, ''),
      JSON.parse(body),
    ]);

test('a deletion removes the user, and succeeds without the user or the account', async () => {
  await openWithKey();
  expect((await call('delete-account')).status).toBe(204);
  expect(removals()).toEqual([['AdminDeleteUser', { UserPoolId: 'pool', Username: sub }]]);
  signIn.reply({ removal: poolRefusal('UserNotFoundException') });
  expect((await call('delete-account')).status).toBe(204);
  expect((await call('delete-account', { by: newPerson() })).status).toBe(204);
  expect(removals()).toHaveLength(2);
});

test('the user of a suspended account is disabled, and not removed', async () => {
  const { key } = await openWithKey();
  await byOperator(suspended);
  expect((await call('delete-account')).status).toBe(204);
  const disabled = ['AdminDisableUser', { UserPoolId: 'pool', Username: sub }];
  expect(removals()).toEqual([disabled]);
  signIn.reply({ removal: poolRefusal('UserNotFoundException') });
  expect((await call('delete-account')).status).toBe(204);
  expect(removals()).toEqual([disabled]);
  expect(await isAccepted(key)).toBe(false);
});

test('a deletion whose removal of the user fails can be repeated', async () => {
  const { key } = await openWithKey();
  signIn.reply({ removal: poolRefusal('NotAuthorizedException') });
  expect(await call('delete-account')).toMatchObject({
    status: 503,
    headers: { 'Retry-After': '2' },
    json: {
      detail: 'The account was deleted, but not its sign-in. Try again in 2 s. (Request id: id)',
    },
  });
  expect(await isAccepted(key)).toBe(false);
  expect((await call('account')).status).toBe(410);
  signIn.reply();
  expect((await call('delete-account')).status).toBe(204);
  expect(removals()).toHaveLength(1);
});

test('while DynamoDB throttles reads of an account, its cached keys are accepted, and new ones get 503', async () => {
  const { key } = await openWithKey();
  const ask = await startRateLimits();
  expect(await ask(key)).toMatchObject({ statusCode: 200 });
  const { json } = await call('create-key', { body: { name: 'new' } });
  const throttled = throttle('TableReadKeyRangeThroughputExceeded');
  wire.fault = ({ input }) => (input.TableName === accountTable ? throttled : undefined);
  expect(await ask(key)).toMatchObject({ statusCode: 200 });
  expect(await ask(json.key)).toMatchObject({
    statusCode: 503,
    headers: { 'Retry-After': '2' },
    body: expect.stringContaining('The key check is not available right now. Try again in 2 s.'),
  });
  wire.fault = undefined;
  expect(await ask(json.key)).toMatchObject({ statusCode: 200 });
});

test('docs/contributing.md names the statuses of the events for `sam local`', async () => {
  // Their token is not one of the sign-in.
  signIn.reply({ userinfo: answer({ error: 'invalid_token' }, 401) });
  const names = rows.map(({ name }) => name).filter((name) => !/^(open|delete)-/.test(name));
  const inOrder = ['open-account', ...names, 'delete-account', 'account'];
  const statuses: unknown[] = [];
  for (const name of inOrder) {
    statuses.push((await invoke(name, events[name as keyof typeof events])).statusCode);
  }
  expect(statuses).toEqual([401, ...names.map(() => 404), 204, 410]);
  expectOn('docs/contributing.md#with-sam-local', [
    '`open-account` gets 401, `delete-account` 204, and the others 404 (410 after `delete-account`)',
  ]);
});
