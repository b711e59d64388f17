/** The accounts' operations over HTTP, as the dashboard calls them. */
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { accountStore } from '../../functions/accounts/account-store.ts';
import { suspended } from '../../functions/accounts/changes.ts';
import { accountTables } from '../account-tables.ts';
import { clientOf } from '../key-table.ts';
import { type SharedService, sharedProduction } from '../service.ts';
import { newAddress, signIn } from '../sign-in.ts';

let service: SharedService;
let client: DynamoDBClient;

beforeAll(async () => {
  service = await sharedProduction();
  client = clientOf(service.dynamodbUrl);
});

afterAll(() => client.destroy());

/** An answer; what a test expects of its JSON says what it is. */
interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  readonly json: any;
}

/** Calls in somebody's name. */
type Caller = (method: string, path: string, body?: unknown) => Promise<Answer>;

const callerWith =
  (token: string): Caller =>
  async (method, path, body) => {
    const answer = await fetch(service.url + path, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      headers: answer.headers,
      json: text === '' ? undefined : JSON.parse(text),
    };
  };

/** Somebody who has just signed in for the first time. */
const somebody = async (): Promise<Caller> => callerWith(await signIn(service, newAddress()));

/** Somebody with an account. */
const holder = async (): Promise<Caller> => {
  const call = await somebody();
  expect((await call('PUT', '/account')).status).toBe(200);
  return call;
};

/** Makes a key, and gives its id and the key itself. */
const make = async (call: Caller, name = 'laptop') => {
  const { status, json } = await call('POST', '/account/keys', { name });
  expect(status).toBe(201);
  return { id: String(json.item.id), key: String(json.key) };
};

const shout = (key: string) =>
  fetch(`${service.url}/v1/shout`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: '{"text":"hello"}',
  });

/** What can be done to an account but to open and to delete it. */
const operations: readonly (readonly [method: string, path: string, body?: unknown])[] = [
  ['GET', '/account'],
  ['POST', '/account/keys', { name: 'laptop' }],
  ['PATCH', '/account/keys/0123456789abcdef', { name: 'laptop' }],
  ['POST', '/account/keys/0123456789abcdef/rotate', { grace_seconds: 0 }],
  ['DELETE', '/account/keys/0123456789abcdef'],
];

test('before there is an account, there is none to see and none to change', async () => {
  const call = await somebody();
  for (const operation of operations) {
    expect(await call(...operation)).toMatchObject({
      status: 404,
      json: { detail: 'There is no such account.' },
    });
  }
});

test('a deleted account is gone, and so are its keys', async () => {
  const call = await holder();
  const { id, key } = await make(call);
  expect(await call('DELETE', '/account')).toMatchObject({ status: 204, json: undefined });
  expect(await call('DELETE', '/account')).toMatchObject({ status: 204, json: undefined });
  for (const [method, path, body] of [...operations, ['PUT', '/account'] as const]) {
    const { status, json } = await call(method, path.replace('0123456789abcdef', id), body);
    expect([status, json]).toEqual([410, { detail: 'The account was deleted.' }]);
  }
  expect((await shout(key)).status).toBe(401);
});

test('an account shows its keys, the newest first, and none of them in clear', async () => {
  const call = await holder();
  const [first, second] = [await make(call, 'first'), await make(call, 'second')];
  const { status, headers, json } = await call('GET', '/account');
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(json.keys).toMatchObject([
    { id: second.id, name: 'second', start: second.key.slice(0, 13), status: 'active' },
    { id: first.id, name: 'first', start: first.key.slice(0, 13), status: 'active' },
  ]);
  for (const { key } of [first, second]) {
    expect(JSON.stringify(json)).not.toContain(key.slice(0, 14));
  }
  expect((await call('PUT', '/account')).json.keys).toMatchObject(
    [second, first].map(({ id }) => ({ id })),
  );
  expect(json.limits.changes_left).toBe(18);
});

test('a key works as soon as it is made, shows its use, and not any more once it is revoked', async () => {
  const call = await holder();
  const { id, key } = await make(call);
  const other = await make(call, 'other');
  const answer = await shout(key);
  expect([answer.status, await answer.json()]).toMatchObject([200, { result: 'HELLO' }]);
  expect(answer.headers.get('x-ratelimit-limit')).toBe('30');
  const [, used] = (await call('GET', '/account')).json.keys;
  expect(used).toMatchObject({ id, last_used_at: expect.any(String) });

  // Nobody remembers the other one, which was never used.
  const revocation = await call('DELETE', `/account/keys/${other.id}`);
  expect(revocation).toMatchObject({
    status: 200,
    json: { id: other.id, status: 'revoked', revoked_at: expect.any(String) },
  });
  expect((await shout(other.key)).status).toBe(401);
  expect(await call('DELETE', `/account/keys/${other.id}`)).toMatchObject({
    status: 200,
    json: revocation.json,
  });
});

test('a rotation gives a key in the place of another, and both work for as long as is said', async () => {
  const call = await holder();
  const old = await make(call);
  const { status, json } = await call('POST', `/account/keys/${old.id}/rotate`, {
    grace_seconds: 3_600,
  });
  expect(status).toBe(201);
  expect(json).toMatchObject({
    item: { name: 'laptop', status: 'active', predecessor: old.id, successor: null },
    predecessor: { id: old.id, status: 'active', successor: json.item.id },
  });
  const grace = Date.parse(json.predecessor.expires_at) - Date.parse(json.item.created_at);
  expect(grace).toBe(3_600_000);
  for (const key of [old.key, json.key]) expect((await shout(key)).status).toBe(200);

  expect((await call('DELETE', `/account/keys/${old.id}`)).status).toBe(200);
  const now = await call('POST', `/account/keys/${json.item.id}/rotate`, { grace_seconds: 0 });
  expect(now.json.predecessor.status).toBe('expired');
  expect((await shout(now.json.key)).status).toBe(200);
});

test('a key expires after as many days as is said, or never', async () => {
  const call = await holder();
  for (const [days, ms] of [
    [1, 86_400_000],
    [3_650, 3_650 * 86_400_000],
  ] as const) {
    const body = { name: 'laptop', expires_in_days: days };
    const { item } = (await call('POST', '/account/keys', body)).json;
    expect(Date.parse(item.expires_at) - Date.parse(item.created_at)).toBe(ms);
  }
  for (const body of [{ name: 'laptop' }, { name: 'laptop', expires_in_days: null }]) {
    expect((await call('POST', '/account/keys', body)).json.item.expires_at).toBeNull();
  }
});

const marks = '<img src=x onerror=alert(1)>"\'&';

test.each([
  ['HTML', marks],
  ['right-to-left', 'مفتاح المحمول'],
  ['emojis', '👨\u200d👩\u200d👧 🏳\ufe0f\u200d🌈'],
  ['100 characters of two code units', '👋'.repeat(100)],
  ['what objects know', '__proto__'],
])('a name may be %s, and comes back as it was sent', async (_, name) => {
  const call = await holder();
  const { id } = await make(call, name);
  expect((await call('GET', '/account')).json.keys[0].name).toBe(name);
  const other = `${[...name].slice(0, 9).join('')}.`;
  const renamed = await call('PATCH', `/account/keys/${id}`, { name: other });
  expect([renamed.status, renamed.json.name]).toEqual([200, other]);
});

const tooLong = { type: 'string_too_long', ctx: { max_length: 100 } };
const notAName = { type: 'value_error', loc: ['body', 'name'] };

test.each<[string, unknown, object]>([
  ['empty', '', { type: 'string_too_short', ctx: { min_length: 1 } }],
  ['101 characters', 'x'.repeat(101), tooLong],
  ['almost 10,000 characters', 'x'.repeat(9_980), tooLong],
  ['blank', '   ', notAName],
  ['turned around', 'a\u202eb', notAName],
  ['cut short', 'a\u0000b', notAName],
  ['two lines', 'a\nb', notAName],
  ['a joiner alone', '\u200d', notAName],
  ['half a character', '\ud83d', notAName],
  ['a number', 7, { type: 'string_type' }],
  ['null', null, { type: 'string_type' }],
  ['left out', undefined, { type: 'missing' }],
])('a name is not %s', async (_, name, problem) => {
  const call = await holder();
  const { id } = await make(call);
  for (const [method, path] of [
    ['POST', '/account/keys'],
    ['PATCH', `/account/keys/${id}`],
  ] as const) {
    const { status, json } = await call(method, path, { name });
    expect([status, json]).toMatchObject([422, { detail: [problem] }]);
  }
  expect((await call('GET', '/account')).json.keys).toMatchObject([{ id, name: 'laptop' }]);
});

test.each<[string, unknown, readonly object[]]>([
  ['no body', undefined, [{ type: 'missing', loc: ['body'] }]],
  ['no JSON', '{"name":', [{ type: 'json_invalid' }]],
  ['a list', [], [{ type: 'model_attributes_type' }]],
  [
    'two wrong fields',
    { name: '', expires_in_days: 0 },

    [
      { type: 'string_too_short', loc: ['body', 'name'] },
      { type: 'greater_than_equal', loc: ['body', 'expires_in_days'], ctx: { ge: 1 } },
    ],
  ],
  [
    'too many days',
    { name: 'a', expires_in_days: 3_651 },

    [{ type: 'less_than_equal', ctx: { le: 3_650 } }],
  ],
  ['half a day', { name: 'a', expires_in_days: 0.5 }, [{ type: 'int_from_float' }]],
  ['days in words', { name: 'a', expires_in_days: '7' }, [{ type: 'int_type' }]],
])('a key is not made of %s', async (_, body, detail) => {
  const call = await holder();
  expect(await call('POST', '/account/keys', body)).toMatchObject({
    status: 422,
    json: { detail },
  });
  expect((await call('GET', '/account')).json.keys).toEqual([]);
});

test('a body of more than 10,000 characters is refused', async () => {
  const call = await holder();
  const body = { name: 'x'.repeat(10_000) };
  expect((await call('POST', '/account/keys', body)).status).toBe(413);
});

test.each([[{}], [{ grace_seconds: 1 }], [{ grace_seconds: '0' }], [{ grace_seconds: null }]])(
  'a grace is not %j',
  async (body) => {
    const call = await holder();
    const { id } = await make(call);
    const { status, json } = await call('POST', `/account/keys/${id}/rotate`, body);
    expect(status).toBe(422);
    expect(json.detail).toEqual([
      'grace_seconds' in body
        ? {
            type: 'literal_error',
            loc: ['body', 'grace_seconds'],
            msg: 'Input should be 0, 3600, 86400 or 604800',
            input: body.grace_seconds,
            ctx: { expected: '0, 3600, 86400 or 604800' },
          }
        : { type: 'missing', loc: ['body', 'grace_seconds'], msg: 'Field required', input: {} },
    ]);
  },
);

const changes = [
  ['PATCH', '', { name: 'mine' }],
  ['POST', '/rotate', { grace_seconds: 0 }],
  ['DELETE', ''],
] as const;

test("a key that is not the caller's does not exist: another's, one that never was, what is no id", async () => {
  const [call, another] = [await holder(), await holder()];
  const theirs = await make(another);
  const answers = new Set<string>();
  for (const id of [
    theirs.id,
    '0123456789abcdef',
    'issuer',
    '__proto__',
    '%20',
    '%00',
    'x'.repeat(500),
  ]) {
    for (const [method, path, body] of changes) {
      const { status, json } = await call(method, `/account/keys/${id}${path}`, body);
      expect(status).toBe(404);
      answers.add(JSON.stringify(json));
    }
  }
  expect([...answers]).toEqual(['{"detail":"The account has no such key."}']);
  expect((await shout(theirs.key)).status).toBe(200);
  expect((await another('GET', '/account')).json.keys).toMatchObject([{ name: 'laptop' }]);
});

test('a key that is over is neither renamed nor rotated', async () => {
  const call = await holder();
  const { id } = await make(call);
  const path = `/account/keys/${id}`;
  await call('DELETE', path);
  expect((await call('PATCH', path, { name: 'new' })).status).toBe(409);
  expect((await call('POST', `${path}/rotate`, { grace_seconds: 0 })).status).toBe(409);
});

test('a key is rotated once, and its successor when it is over', async () => {
  const call = await holder();
  const { id } = await make(call);
  const rotate = (key: string) =>
    call('POST', `/account/keys/${key}/rotate`, { grace_seconds: 604_800 });
  const { json } = await rotate(id);
  expect((await rotate(id)).status).toBe(409);
  expect((await rotate(json.item.id)).status).toBe(409);
  await call('DELETE', `/account/keys/${id}`);
  expect((await rotate(json.item.id)).status).toBe(201);
});

test('of 50 keys made at once, five are, and each of them works', async () => {
  const call = await holder();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => call('POST', '/account/keys', { name: `${index}` })),
  );
  const made = answers.filter(({ status }) => status === 201);
  const statuses = new Set(answers.map(({ status }) => status));
  // Who lost every race for seconds is told to come again.
  expect([...statuses].filter((status) => ![201, 409, 503].includes(status))).toEqual([]);
  let full = await call('POST', '/account/keys', { name: 'last' });
  while (full.status === 201) {
    made.push(full);
    full = await call('POST', '/account/keys', { name: 'last' });
  }
  expect([made.length, full.status]).toEqual([5, 409]);
  expect(full.json.detail).toBe(
    'An account has at most 5 active keys. Revoke one that is not needed first.',
  );
  for (const { json } of made) expect((await shout(json.key)).status).toBe(200);
  expect((await call('GET', '/account')).json.keys).toHaveLength(5);
});

test('after the last change of a day a key can be revoked, and nothing else be changed', async () => {
  const call = await holder();
  const { id } = await make(call);
  const path = `/account/keys/${id}`;
  for (let change = 0; change < 19; change += 1) {
    expect((await call('PATCH', path, { name: `${change}` })).status).toBe(200);
  }
  expect((await call('GET', '/account')).json.limits.changes_left).toBe(0);
  for (const [method, target, body] of [
    ['POST', '/account/keys', { name: 'one more' }],
    ['PATCH', path, { name: 'one more' }],
    ['POST', `${path}/rotate`, { grace_seconds: 0 }],
  ] as const) {
    const { status, headers, json } = await call(method, target, body);
    expect([status, json]).toEqual([
      429,
      { detail: 'All 20 changes of the day are made. The next can be made at 00:00 UTC.' },
    ]);
    const seconds = Number(headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(86_400);
  }
  expect((await call('DELETE', path)).json.status).toBe('revoked');
});

test('a suspended account sees everything, revokes, and no more; its keys are refused', async () => {
  const call = await holder();
  const { id, key } = await make(call);
  const accounts = accountStore(client, accountTables);
  const { email: person } = (await call('GET', '/account')).json;
  const account = (await accounts.list()).find(({ email }) => email === person);
  await accounts.change(String(account?.id), suspended);
  expect((await shout(key)).status).toBe(401);
  expect((await call('GET', '/account')).json).toMatchObject({
    suspended_at: expect.any(String),
    keys: [{ id, status: 'suspended', quota: null }],
  });
  for (const [method, path, body] of [
    ['POST', '/account/keys', { name: 'one more' }],
    ['PATCH', `/account/keys/${id}`, { name: 'other' }],
    ['POST', `/account/keys/${id}/rotate`, { grace_seconds: 0 }],
  ] as const) {
    expect((await call(method, path, body)).status).toBe(403);
  }
  expect((await call('DELETE', `/account/keys/${id}`)).json.status).toBe('revoked');
});
