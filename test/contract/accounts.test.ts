/** The accounts' operations over HTTP, as the dashboard calls them. */
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { accountStore } from '../../functions/accounts/account-store.ts';
import { suspended } from '../../functions/accounts/changes.ts';
import { accountTable, clientOf } from '../account-tables.ts';
import { type SharedService, sharedProduction } from '../service.ts';
import { authorizationUrl, newAddress, openBrowser, signIn, verifier } from '../sign-in.ts';

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
  ['PATCH', '/account/keys/00000000000-00000000', { name: 'laptop' }],
  ['POST', '/account/keys/00000000000-00000000/rotate', { grace_seconds: 0 }],
  ['DELETE', '/account/keys/00000000000-00000000'],
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
    const { status, json } = await call(method, path.replace('00000000000-00000000', id), body);
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

test('a key works as soon as it is made, and not any more once it is revoked', async () => {
  const call = await holder();
  const { key, id } = await make(call);
  const other = await make(call, 'other');
  const answer = await shout(key);
  expect([answer.status, await answer.json()]).toMatchObject([200, { result: 'HELLO' }]);
  expect(answer.headers.get('x-ratelimit-limit')).toBe('30');
  const [, used] = (await call('GET', '/account/usage')).json.keys;
  expect(used).toMatchObject({ id, last_used_at: expect.any(String) });

  const revocation = await call('DELETE', `/account/keys/${other.id}`);
  expect(revocation).toMatchObject({
    status: 200,
    json: { id: other.id, status: 'revoked', revoked_at: expect.any(String) },
  });
  // On a function that has not read the account before.
  const headers = { 'X-API-Key': other.key };
  expect((await fetch(`${service.url}/v1/rate-limits`, { headers })).status).toBe(401);
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

test('a name may be HTML, right-to-left, emojis, long, or what objects know, and comes back as it was sent', async () => {
  const call = await holder();
  for (const name of [
    '<img src=x onerror=alert(1)>"\'&',
    'مفتاح المحمول',
    '👨\u200d👩\u200d👧 🏳\ufe0f\u200d🌈',
    'می\u200cخواهم',
    `a${'\u0301'.repeat(8)}b`,
    '👋'.repeat(100),
    '__proto__',
  ]) {
    const { id } = await make(call, name);
    expect((await call('GET', '/account')).json.keys[0].name).toBe(name);
    const other = `${[...name].slice(0, 9).join('')}.`;
    const renamed = await call('PATCH', `/account/keys/${id}`, { name: other });
    expect([renamed.status, renamed.json.name]).toEqual([200, other]);
    await call('DELETE', `/account/keys/${id}`);
  }
});

const tooLong = { type: 'string_too_long', ctx: { max_length: 100 } };
const notAName = { type: 'value_error', loc: ['body', 'name'] };
const notAString = { type: 'string_type' };

/** What is no name: because it is empty, too long, blank, turned around, cut short, two lines, and so on. */
const notNames: readonly (readonly [name: unknown, problem: object])[] = [
  ['', { type: 'string_too_short', ctx: { min_length: 1 } }],
  ['x'.repeat(101), tooLong],
  ['x'.repeat(9_980), tooLong],
  ['   ', notAName],
  [' \u2800\u2800', notAName],
  ['a\u00adb', notAName],
  ['\u3164', notAName],
  ['a\ufe0e', notAName],
  [`a${'\u0301'.repeat(9)}`, notAName],
  [`a${'\u0301\u0301\u200d'.repeat(4)}`, notAName],
  ['a\u202eb', notAName],
  ['a\u0000b', notAName],
  ['a\nb', notAName],
  ['\u200d', notAName],
  ['\ud83d', notAName],
  [7, notAString],
  [null, notAString],
  [undefined, { type: 'missing' }],
];

/** Other bodies of which no key is made. */
const notKeys: readonly (readonly [body: unknown, ...problems: object[]])[] = [
  [undefined, { type: 'missing', loc: ['body'] }],
  ['{"name":', { type: 'json_invalid' }],
  [[], { type: 'model_attributes_type' }],
  [
    { name: '', expires_in_days: 0 },
    { type: 'string_too_short', loc: ['body', 'name'] },
    { type: 'greater_than_equal', loc: ['body', 'expires_in_days'], ctx: { ge: 1 } },
  ],
  [
    { name: 'a', expires_in_days: 3_651 },
    { type: 'less_than_equal', ctx: { le: 3_650 } },
  ],
  [{ name: 'a', expires_in_days: 0.5 }, { type: 'int_from_float' }],
  [{ name: 'a', expires_in_days: '7' }, { type: 'int_type' }],
];

/** What says for how long a key that is rotated still works, and is none of what is offered. */
const notGraces: readonly (readonly [body: object, problem: object])[] = [
  [{}, { type: 'missing', loc: ['body', 'grace_seconds'], msg: 'Field required', input: {} }],
  ...[1, '0', null].map(
    (grace_seconds) =>
      [
        { grace_seconds },
        {
          type: 'literal_error',
          loc: ['body', 'grace_seconds'],
          msg: 'Input should be 0, 3600, 86400 or 604800',
          input: grace_seconds,
          ctx: { expected: '0, 3600, 86400 or 604800' },
        },
      ] as const,
  ),
];

test('a body that does not fit is refused with all that is wrong with it, and changes nothing', async () => {
  const call = await holder();
  const { id } = await make(call);
  const [create, rename] = [`POST /account/keys`, `PATCH /account/keys/${id}`];
  const rows = [
    ...notNames.flatMap(([name, problem]) =>
      [create, rename].map((route) => [route, { name }, [problem]] as const),
    ),
    ...notKeys.map(([body, ...problems]) => [create, body, problems] as const),
    ...notGraces.map(([body, problem]) => [`${create}/${id}/rotate`, body, [problem]] as const),
  ];
  const answers: unknown[] = [];
  for (const [route, body] of rows) {
    const [method = '', path = ''] = route.split(' ');
    const { status, json } = await call(method, path, body);
    answers.push([route, body, status, json.detail]);
  }
  expect(answers).toMatchObject(rows.map(([route, body, detail]) => [route, body, 422, detail]));
  const large = { name: 'x'.repeat(10_000) };
  expect((await call('POST', '/account/keys', large)).status).toBe(413);
  expect((await call('GET', '/account')).json.keys).toMatchObject([{ id, name: 'laptop' }]);
});

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
    '00000000000-00000000',
    theirs.id.replace(/^.{11}/, '00000000000'),
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

/** Suspends the account of a key, as the operator does. */
const suspend = async (keyId: string): Promise<void> => {
  jest.spyOn(console, 'info').mockReturnValue();
  const ref = { id: keyId.slice(0, 11) };
  await accountStore(client, accountTable).change(ref, { change: 'suspend' }, suspended);
  jest.restoreAllMocks();
};

test('a suspended account sees everything, revokes, and no more; its keys are refused', async () => {
  const call = await holder();
  const { id, key } = await make(call);
  await suspend(id);
  expect((await shout(key)).status).toBe(401);
  expect((await call('GET', '/account')).json).toMatchObject({
    suspended_at: expect.any(String),
    keys: [{ id, status: 'suspended' }],
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

test('who deletes a suspended account can not come back, nor sign up again with the same address', async () => {
  const address = newAddress();
  const browser = openBrowser();
  const call = callerWith(await signIn(service, address, browser));
  await call('PUT', '/account');
  await suspend((await make(call)).id);
  expect((await call('DELETE', '/account')).status).toBe(204);
  expect((await call('PUT', '/account')).status).toBe(410);
  const page = browser.next(await browser.open(authorizationUrl(service, verifier())));
  const again = await browser.open(page, { email: address.toUpperCase() });
  expect(await again.text()).toContain('This user is disabled.');
});
