/** The account endpoints over HTTP, as the dashboard calls them. */
import { beforeAll, expect, test } from '@jest/globals';
import { maxCharacters } from '../../functions/request/body-size.ts';
import { callWith, type SharedService, sharedProduction } from '../support/service.ts';
import { callerOf, newAddress, signIn } from '../support/sign-in.ts';
import { post } from './client.ts';

let service: SharedService;

beforeAll(async () => {
  service = sharedProduction();
});

type Caller = ReturnType<typeof callerOf>;

/** Signs a new user in, and creates their account. */
const holder = async (): Promise<Caller> => {
  const call = callerOf(service, await signIn(service, newAddress()));
  expect((await call('PUT')).status).toBe(200);
  return call;
};

const make = async (call: Caller, name = 'laptop') => {
  const { status, json } = await call('POST', '/keys', { name });
  expect(status).toBe(201);
  return { id: String(json.item.id), key: String(json.key) };
};

/** When a key ends, by the responses to a valid body, an invalid one, and one that is too long. */
const ends = async (key: string) => {
  const bodies = { 200: '{"text":"a"}', 422: '{}', 413: ' '.repeat(maxCharacters + 1) };
  const answers = Object.entries(bodies).map(([status, body]) =>
    post(service.url, '/v1/shout', key, body, Number(status)),
  );
  return (await Promise.all(answers)).map(({ headers }) => headers['x-api-key-expires']);
};

test('a rotated key and its successor both work during the grace period, and neither is shown again', async () => {
  const call = await holder();
  const old = await make(call);
  const rotation = { grace_seconds: 3_600 };
  const { status, json } = await call('POST', `/keys/${old.id}/rotate`, rotation);
  const { key, item, predecessor } = json;
  expect(status).toBe(201);
  expect(await ends(old.key)).toEqual(Array(3).fill(predecessor.expires_at));
  expect(await ends(key)).toEqual(Array(3).fill(undefined));
  const grace = Date.parse(predecessor.expires_at) - Date.parse(item.created_at);
  expect(grace).toBe(3_600_000);

  const { json: account } = await call('GET');
  const active = { name: 'laptop', status: 'active' };
  expect(account.keys).toMatchObject([
    { ...active, id: item.id, start: key.slice(0, 13), predecessor: old.id, successor: null },
    { ...active, id: old.id, start: old.key.slice(0, 13), successor: item.id },
  ]);
  for (const text of [key, old.key]) {
    expect(JSON.stringify(account)).not.toContain(text.slice(0, 14));
  }
});

test.each([1, 3_650, null, undefined])('a key expires after %p days, or never', async (days) => {
  const call = await holder();
  const body = { name: 'laptop', expires_in_days: days };
  const { created_at, expires_at } = (await call('POST', '/keys', body)).json.item;
  const end = days && new Date(Date.parse(created_at) + days * 86_400_000).toISOString();
  expect(expires_at).toBe(end ?? null);
});

test('a name may be HTML, right-to-left, emoji, long or `__proto__`, and is returned as sent', async () => {
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
    expect((await call('GET')).json.keys[0].name).toBe(name);
    await call('DELETE', `/keys/${id}`);
  }
});

/** Blank, invisible, with too many marks, direction marks, control characters or lone surrogates. */
const badNames = [
  ...['   ', ' \u2800\u2800', 'a\u00adb', '\u3164', 'a\ufe0e', '\u200d', '\ud83d'],
  ...[`a${'\u0301'.repeat(9)}`, `a${'\u0301\u0301\u200d'.repeat(4)}`],
  ...['a\u202eb', 'a\u0000b', 'a\nb'],
];
const tooLong = { type: 'string_too_long', ctx: { max_length: 100 } };
const tooShort = { type: 'string_too_short', loc: ['body', 'name'], ctx: { min_length: 1 } };
const missing = { type: 'missing', msg: 'Field required', input: {} };
const graces = '0, 3600, 86400 or 604800';
const notGrace = { type: 'literal_error', msg: `Input should be ${graces}` };

const invalid: readonly (readonly [route: string, body: unknown, ...problems: object[]])[] = [
  ...badNames.map((name) => ['POST /keys', { name }, { type: 'value_error' }] as const),
  ['POST /keys', { name: 'x'.repeat(101) }, tooLong],
  ['POST /keys', { name: 7 }, { type: 'string_type' }],
  ['POST /keys', {}, { ...missing, loc: ['body', 'name'] }],
  ['POST /keys', undefined, { type: 'missing', loc: ['body'] }],
  ['POST /keys', '{"name":', { type: 'json_invalid' }],
  ['POST /keys', [], { type: 'model_attributes_type' }],
  [
    'POST /keys',
    { name: '', expires_in_days: 0 },
    tooShort,
    { type: 'greater_than_equal', loc: ['body', 'expires_in_days'], ctx: { ge: 1 } },
  ],
  ['POST /keys', { name: 'a', expires_in_days: 3_651 }, { type: 'less_than_equal' }],
  ['POST /keys', { name: 'a', expires_in_days: 0.5 }, { type: 'int_from_float' }],
  ['POST /keys', { name: 'a', expires_in_days: '7' }, { type: 'int_type' }],
  ['PATCH /keys/{id}', { name: '' }, tooShort],
  ['PATCH /keys/{id}', { name: 'a\nb' }, { type: 'value_error' }],
  ['POST /keys/{id}/rotate', {}, { ...missing, loc: ['body', 'grace_seconds'] }],
  ['POST /keys/{id}/rotate', { grace_seconds: 1 }, { ...notGrace, ctx: { expected: graces } }],
  ['POST /keys/{id}/rotate', { grace_seconds: '0' }, { ...notGrace, input: '0' }],
];

test('an invalid body gets all its validation errors, and changes nothing', async () => {
  const call = await holder();
  const { id } = await make(call);
  for (const [route, body, ...detail] of invalid) {
    const [method = '', path = ''] = route.replace('{id}', id).split(' ');
    const { status, json } = await call(method, path, body);
    expect([route, body, status, json.detail]).toMatchObject([route, body, 422, detail]);
  }
  const large = { name: 'x'.repeat(maxCharacters) };
  expect((await call('POST', '/keys', large)).status).toBe(413);
  expect((await call('GET')).json.keys).toMatchObject([{ id, name: 'laptop' }]);
});

test("another account's key, an unknown one and an invalid id are all 404", async () => {
  const [call, another] = [await holder(), await holder()];
  const theirs = await make(another);
  const unknown = theirs.id.replace(/^.{11}/, '00000000000');
  for (const id of [theirs.id, unknown, '__proto__', '%20', '%00', 'x'.repeat(500)]) {
    for (const answer of [
      await call('PATCH', `/keys/${id}`, { name: 'mine' }),
      await call('POST', `/keys/${id}/rotate`, { grace_seconds: 0 }),
      await call('DELETE', `/keys/${id}`),
    ]) {
      const detail = 'The account has no such key.';
      expect(answer).toMatchObject({ status: 404, json: { detail } });
    }
  }
  expect((await callWith(service, theirs.key)).status).toBe(200);
  expect((await another('GET')).json.keys).toMatchObject([{ name: 'laptop' }]);
});
