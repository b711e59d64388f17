/** The account endpoints over HTTP, as the dashboard calls them. */
import { beforeAll, expect, test } from '@jest/globals';
import { maxCharacters } from '../../functions/request/body-size.ts';
import { callWith } from '../support/keys.ts';
import { type SharedService, sharedProduction } from '../support/service.ts';
import { callerOf, newAddress, signIn } from '../support/sign-in.ts';
import { post } from './client.ts';

let service: SharedService;

beforeAll(async () => {
  service = await sharedProduction();
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

test('an account shows its keys, the newest first, and never in clear', async () => {
  const call = await holder();
  const [first, second] = [await make(call, 'first'), await make(call, 'second')];
  const { status, headers, json } = await call('GET');
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(json.keys).toMatchObject([
    { id: second.id, name: 'second', start: second.key.slice(0, 13), status: 'active' },
    { id: first.id, name: 'first', start: first.key.slice(0, 13), status: 'active' },
  ]);
  for (const { key } of [first, second]) {
    expect(JSON.stringify(json)).not.toContain(key.slice(0, 14));
  }
  expect(json.limits.changes_left).toBe(18);
});

/** When a key ends, by the responses to a valid body, an invalid one, and one that is too long. */
const ends = async (key: string) => {
  const bodies = ['{"text":"a"}', '{}', ' '.repeat(maxCharacters + 1)];
  const answers = await Promise.all(
    bodies.map((body) => post(service.url, '/v1/shout', key, body)),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 422, 413]);
  return answers.map(({ headers }) => headers['x-api-key-expires']);
};

test('a rotated key and its successor both work during the grace period', async () => {
  const call = await holder();
  const old = await make(call);
  const { status, json } = await call('POST', `/keys/${old.id}/rotate`, {
    grace_seconds: 3_600,
  });
  expect(status).toBe(201);
  expect(json).toMatchObject({
    item: { name: 'laptop', status: 'active', predecessor: old.id, successor: null },
    predecessor: { id: old.id, status: 'active', successor: json.item.id },
  });
  const grace = Date.parse(json.predecessor.expires_at) - Date.parse(json.item.created_at);
  expect(grace).toBe(3_600_000);
  expect(await ends(old.key)).toEqual(Array(3).fill(json.predecessor.expires_at));
  expect(await ends(json.key)).toEqual(Array(3).fill(undefined));

  expect((await call('DELETE', `/keys/${old.id}`)).status).toBe(200);
  const now = await call('POST', `/keys/${json.item.id}/rotate`, { grace_seconds: 0 });
  expect(now.json.predecessor.status).toBe('expired');
  expect((await callWith(service, now.json.key)).status).toBe(200);
});

test('a key expires after the given days, or never', async () => {
  const call = await holder();
  for (const [days, ms] of [
    [1, 86_400_000],
    [3_650, 3_650 * 86_400_000],
  ] as const) {
    const body = { name: 'laptop', expires_in_days: days };
    const { item } = (await call('POST', '/keys', body)).json;
    expect(Date.parse(item.expires_at) - Date.parse(item.created_at)).toBe(ms);
  }
  for (const body of [{ name: 'laptop' }, { name: 'laptop', expires_in_days: null }]) {
    expect((await call('POST', '/keys', body)).json.item.expires_at).toBeNull();
  }
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
    const other = `${[...name].slice(0, 9).join('')}.`;
    const renamed = await call('PATCH', `/keys/${id}`, { name: other });
    expect([renamed.status, renamed.json.name]).toEqual([200, other]);
    await call('DELETE', `/keys/${id}`);
  }
});

const tooLong = { type: 'string_too_long', ctx: { max_length: 100 } };
const badName = { type: 'value_error', loc: ['body', 'name'] };
const notString = { type: 'string_type' };

/** Empty, too long, blank, invisible, with direction marks, control characters, lone surrogates … */
const invalidNames: readonly (readonly [name: unknown, problem: object])[] = [
  ['', { type: 'string_too_short', ctx: { min_length: 1 } }],
  ['x'.repeat(101), tooLong],
  ['x'.repeat(maxCharacters - 20), tooLong],
  ['   ', badName],
  [' \u2800\u2800', badName],
  ['a\u00adb', badName],
  ['\u3164', badName],
  ['a\ufe0e', badName],
  [`a${'\u0301'.repeat(9)}`, badName],
  [`a${'\u0301\u0301\u200d'.repeat(4)}`, badName],
  ['a\u202eb', badName],
  ['a\u0000b', badName],
  ['a\nb', badName],
  ['\u200d', badName],
  ['\ud83d', badName],
  [7, notString],
  [null, notString],
  [undefined, { type: 'missing' }],
];

const invalidKeys: readonly (readonly [body: unknown, ...problems: object[]])[] = [
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

const invalidGraces: readonly (readonly [body: object, problem: object])[] = [
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

test('an invalid body gets all its validation errors, and changes nothing', async () => {
  const call = await holder();
  const { id } = await make(call);
  const [create, rename] = [`POST /keys`, `PATCH /keys/${id}`];
  const rows = [
    ...invalidNames.flatMap(([name, problem]) =>
      [create, rename].map((route) => [route, { name }, [problem]] as const),
    ),
    ...invalidKeys.map(([body, ...problems]) => [create, body, problems] as const),
    ...invalidGraces.map(([body, problem]) => [`${create}/${id}/rotate`, body, [problem]] as const),
  ];
  const answers: unknown[] = [];
  for (const [route, body] of rows) {
    const [method = '', path = ''] = route.split(' ');
    const { status, json } = await call(method, path, body);
    answers.push([route, body, status, json.detail]);
  }
  expect(answers).toMatchObject(rows.map(([route, body, detail]) => [route, body, 422, detail]));
  const large = { name: 'x'.repeat(maxCharacters) };
  expect((await call('POST', '/keys', large)).status).toBe(413);
  expect((await call('GET')).json.keys).toMatchObject([{ id, name: 'laptop' }]);
});

const changes = [
  ['PATCH', '', { name: 'mine' }],
  ['POST', '/rotate', { grace_seconds: 0 }],
  ['DELETE', ''],
] as const;

test("another account's key, an unknown one and an invalid id are all 404", async () => {
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
      const { status, json } = await call(method, `/keys/${id}${path}`, body);
      expect(status).toBe(404);
      answers.add(JSON.stringify(json));
    }
  }
  expect([...answers]).toEqual(['{"detail":"The account has no such key."}']);
  expect((await callWith(service, theirs.key)).status).toBe(200);
  expect((await another('GET')).json.keys).toMatchObject([{ name: 'laptop' }]);
});
