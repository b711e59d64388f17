/** The operator's tool, on a stage of the issued policy as it runs on a laptop. */
import { createServer } from 'node:http';
import { PassThrough, Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import {
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { generateKey } from '../../../functions/keys/format.ts';
import { keyHash, keyId } from '../../../functions/keys/hash.ts';
import { keysTool } from '../../../lib/keys/tool.ts';
import { listen } from '../../../lib/local/listen.ts';
import { runTool } from '../../../lib/operator/run.ts';
import { keyTableName } from '../../../lib/settings/tables.ts';
import { startDatabase } from '../../database.ts';
import {
  clientOf,
  failWrites,
  type KeyDatabase,
  putRecords,
  startKeyDatabase,
} from '../../key-table.ts';
import { type Service, startService } from '../../service.ts';
import { until } from '../../until.ts';

let database: KeyDatabase;
/** It has a function per endpoint, each with a memory of its own. */
let service: Service;
/** Every key that was issued, to look for where none should be. */
const issuedKeys: string[] = [];

beforeAll(async () => {
  database = await startKeyDatabase();
  service = await startService({
    args: ['--stage', 'prod'],
    env: { AWS_ENDPOINT_URL_DYNAMODB: database.wire.url, QUOTA_WINDOW_SECONDS: '900' },
  });
});

afterAll(async () => {
  await service.stop();
  await database.close();
});

interface Surroundings {
  readonly client?: DynamoDBClient;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** Whether somebody reads what it writes. */
  readonly read?: boolean;
}

/** A pipe that was closed at its other end. */
const unreadPipe = () =>
  new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error('closed'), { code: 'EPIPE' })),
  });

/** Runs the tool to its end. */
const run = async (
  words: string,
  { client = database.client, env = {}, input = '', read = true }: Surroundings = {},
) => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const written = Promise.all([text(stdout), text(stderr)]);
  const code = await runTool(keysTool, words.split(' ').filter(Boolean), () => client, {
    env,
    stdin: Readable.from(input ? [input] : []),
    stdout: read ? stdout : unreadPipe(),
    stderr,
  });
  stdout.end();
  stderr.end();
  const [out, err] = await written;
  return { code, stdout: out, stderr: err };
};

/** Runs a command that succeeds, and reads its JSON. */
const keys = async (words: string) => {
  const { code, stdout, stderr } = await run(`${words} --stage prod --json`);
  expect([words, code, stderr]).toEqual([words, 0, '']);
  const result = JSON.parse(stdout);
  if (result?.key) issuedKeys.push(result.key);
  return result;
};

const call = (endpoint: string, key: string, { url } = service) =>
  fetch(`${url}/v1/${endpoint}`, {
    method: endpoint === 'rate-limits' ? 'GET' : 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    ...(endpoint !== 'rate-limits' && { body: '{"text":"hello"}' }),
  });

const statusOf = async (...request: Parameters<typeof call>) => (await call(...request)).status;

const countOf = (operation: string) =>
  database.wire.calls.filter((called) => called === operation).length;

test('the issuer is lost, restored, lost and replaced', async () => {
  const { client } = database;
  const tool = (words: string, input = '') => run(`${words} --stage prod`, { input });
  const itemAt = (id: string) => ({ TableName: keyTableName('prod'), Key: { id: { S: id } } });
  const item = itemAt('issuer');
  const lose = () => client.send(new DeleteItemCommand(item));
  const isLost =
    'The secret that tags keys is lost: functions that start anew answer 503, and no key can be issued. How to restore it: docs/keys.md#if-the-secret-is-lost\n';

  expect(await keys('issuer')).toBe(null);
  const { key, id, issuer } = await keys('issue --owner me --plan free');
  const { Item } = await client.send(new GetItemCommand(item));
  const fingerprint = keyHash(String(Item?.secret?.S)).slice(0, 16);
  expect([issuer, await keys('issuer')]).toMatchObject([fingerprint, { fingerprint }]);

  await lose();
  const refused = await call('emphasize', key);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await statusOf('emphasize', generateKey('prod', 'a guess'))).toBe(401);
  expect(service.output()).toContain("'NO_ISSUER'");
  for (const words of ['issue --owner me --plan free', `rotate ${id}`, 'issuer']) {
    expect(await tool(words)).toEqual({ code: 1, stdout: '', stderr: isLost });
  }
  expect(await tool('list')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/ no_issuer\n$/),
    stderr: `Warning: ${isLost}`,
  });

  await client.send(new PutItemCommand({ TableName: item.TableName, Item }));
  await until(async () => (await statusOf('emphasize', key)) === 200);
  expect(await keys('list')).toMatchObject([{ id, status: 'active', issuer: fingerprint }]);
  expect(await tool('issuer --new --yes')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'The issuer is there: nothing was done.\n',
  });

  await lose();
  expect(await tool('issuer --new')).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'Make a new secret? The keys issued so far, 1, will be refused. [y/N] Nothing was done.\n',
  });
  expect((await tool('issuer --new', 'y\n')).stdout).toMatch(/^fingerprint {2}[0-9a-f]{16}\n/);
  expect(await tool('list')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/ other_issuer\n$/),
    stderr: expect.stringMatching(
      /^Warning: Keys that another .* are refused: 1\. What to do: docs\/keys\.md#/,
    ),
  });
  const next = await keys(`rotate ${id}`);
  // Another function, which has not seen the old secret.
  expect(await statusOf('whisper', next.key)).toBe(200);
  expect(await statusOf('whisper', key)).toBe(401);
  for (const secret of [key, next.key, String(Item?.secret?.S)]) {
    expect(service.output()).not.toContain(secret.slice(-30));
  }
  for (const old of [id, next.id]) await client.send(new DeleteItemCommand(itemAt(old)));
});

/** Runs a scenario within one window, of a quarter-hour: where one ended meanwhile, again in the next. */
const inOneWindow = async (scenario: () => Promise<void>): Promise<void> => {
  const window = () => Math.floor(Date.now() / 900_000);
  for (;;) {
    const before = window();
    try {
      return await scenario();
    } catch (error) {
      if (window() === before) throw error;
    }
  }
};

test('issue, use, exhaust, look, change plan: wherever the key is used, it is one quota', () =>
  inOneWindow(async () => {
    const { key, ...issued } = await keys('issue --owner someone --plan free');
    expect(issued).toMatchObject({ owner: 'someone', plan: 'free', status: 'active' });

    database.wire.calls.length = 0;
    const answers: Response[] = [];
    while (answers.length < 40) {
      answers.push(...(await Promise.all(['shout', 'scream'].map((name) => call(name, key)))));
    }
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
    expect(answers[0]?.headers.get('ratelimit-policy')).toBe('"free";q=30;w=900');
    // Each of the two functions has read the issuer's secret and the key, once.
    expect(countOf('GetItem')).toBe(4);

    expect(await (await call('rate-limits', key)).json()).toMatchObject({
      limit: 30,
      requests_remaining: 0,
      status: 'at_limit',
    });

    expect(await keys(`plan ${issued.id} --plan standard`)).toMatchObject({ plan: 'standard' });
    const { status, headers } = await call('whisper', key);
    expect(status).toBe(200);
    expect(headers.get('x-ratelimit-limit')).toBe('600');
    expect(headers.get('x-ratelimit-remaining')).toBe('569');
  }));

test('rotate with grace: both keys work, then the new one', async () => {
  const first = await keys('issue --owner rotating --plan free');
  const second = await keys(`rotate ${first.id} --grace 1h`);
  expect(second).toMatchObject({ owner: 'rotating', plan: 'free', status: 'active' });
  expect(await statusOf('shout', first.key)).toBe(200);
  expect(await statusOf('shout', second.key)).toBe(200);

  const third = await keys(`rotate ${second.id} --grace 0s`);
  expect(await statusOf('whisper', second.key)).toBe(401);
  expect(await statusOf('whisper', third.key)).toBe(200);
  expect(await keys(`show ${second.id}`)).toMatchObject({
    status: 'expired',
    successor: third.id,
  });
});

test('a rotation that DynamoDB breaks off says what is left to do', async () => {
  const { wire } = database;
  const { id } = await keys('issue --owner broken-off --plan free');
  failWrites(wire, (writes) =>
    writes >= 3 ? { status: 500, type: 'InternalServerError' } : undefined,
  );
  const { code, stdout, stderr } = await run(`rotate ${id} --stage prod`, {
    client: database.wiredClient,
  });
  wire.fault = undefined;
  const { successor, expires_at } = await keys(`show ${id}`);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^DynamoDB refuses: InternalServerError: [^\n]*\n$/);
  expect(stderr).toContain(
    `. Key ${id} expires at ${expires_at}, and nobody was shown its successor: revoke ${successor}, and issue a new key.`,
  );
  expect((await keys(`show ${successor}`)).status).toBe('revoked');
});

/** The owner's keys that are in use. */
const idsInUse = async (owner: string): Promise<string[]> =>
  (await keys('list'))
    .filter((key: { owner: string; status: string }) => key.owner === owner)
    .filter((key: { owner: string; status: string }) => key.status === 'active')
    .map(({ id }: { id: string }) => id);

test('who ends a key now is told that it may be accepted for a minute more', async () => {
  const longer = 'It may be accepted for up to a minute more, where it was used just now.';
  for (const [grace, isSaid] of [
    ['0s', true],
    ['59s', true],
    ['60s', false],
    ['1d', false],
  ] as const) {
    const { id } = await keys('issue --owner ended --plan free');
    const { code, stdout } = await run(`rotate ${id} --grace ${grace} --stage prod`);
    expect([code, stdout.includes(` The old one expires at `)]).toEqual([0, true]);
    expect([grace, stdout.includes(longer)]).toEqual([grace, isSaid]);
    issuedKeys.push(stdout.split('\n', 1).join());
    expect((await run(`revoke ${id} --yes --stage prod`)).stdout).toContain(longer);
  }
});

test('a grace that no calendar has is refused, and leaves no second key', async () => {
  const { id, expires_at } = await keys('issue --owner patient --plan free');
  for (const grace of ['999999999d', '9999999d', '3651d', '99999999999999999999s', 'Infinity']) {
    expect(await run(`rotate ${id} --grace ${grace} --stage prod`)).toEqual({
      code: 1,
      stdout: '',
      stderr: `"${grace}" is no grace: say a number and s, m, h or d (30m, 24h, 7d), at most 3650d.\n`,
    });
  }
  expect(await idsInUse('patient')).toEqual([id]);
  expect(await keys(`show ${id}`)).toMatchObject({ expires_at, successor: null });
});

test('revoke: it asks, and what it is not told to do it does not do', async () => {
  const { key, id } = await keys('issue --owner "someone" --plan free');
  const revoke = `revoke ${id} --stage prod`;
  for (const input of ['', '\n', 'no\n']) {
    expect(await run(revoke, { input })).toEqual({
      code: 1,
      stdout: '',
      stderr: `Revoke the key ${id} of "someone", plan free? [y/N] Nothing was revoked.\n`,
    });
  }
  expect(await statusOf('shout', key)).toBe(200);
  expect(await run(revoke, { input: 'y\n' })).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^status +revoked$/m),
  });
  const refusal = await call('whisper', key);
  expect([refusal.status, refusal.headers.get('www-authenticate')]).toEqual([401, 'APIKey']);
  expect(await refusal.text()).toBe(await (await call('whisper', 'no key')).text());
});

test('a key that was found somewhere is given on standard input, and never as an argument', async () => {
  const { key, id } = await keys('issue --owner careless --plan free');
  for (const words of [`revoke ${key} --yes`, `revoke --key=${key} --yes`, `show ${key}`]) {
    expect(await run(`${words} --stage prod`)).toEqual({
      code: 1,
      stdout: '',
      stderr: `Nothing was done: keys are not taken as arguments, since the shell's history and npm's log keep those. Say --key -, which asks for the key. Take this one as leaked: revoke or rotate ${id}.\n`,
    });
  }
  const input = `${key}\n`;
  expect(await run('show --key - --stage prod', { input })).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(new RegExp(`^id +${id}\\n[^]*^status +active$`, 'm')),
    stderr: '',
  });
  // Nobody can answer where the key is all that standard input holds.
  expect(await run('revoke --key - --stage prod', { input: `${key}\ny\n` })).toEqual({
    code: 1,
    stdout: '',
    stderr: 'Say --yes, too: where standard input holds the key, it holds no answer.\n',
  });
  expect(await run('revoke --key - --yes --stage prod', { input })).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^status +revoked$/m),
    stderr: '',
  });
  expect(await run('show --key - --stage prod', { input: key.slice(0, -1) })).toEqual({
    code: 1,
    stdout: '',
    stderr: 'That is no key of the stage "prod": is it whole, and nothing else?\n',
  });
});

test('an owner has the name that they write, and none that breaks a line', async () => {
  for (const owner of ['علی\u200cرضا', '👨\u200d👩\u200d👧']) {
    expect(await keys(`issue --owner ${owner} --plan free`)).toMatchObject({ owner });
  }
  for (const owner of ['a\u2028b', 'a\u2029b', 'a\u202eb']) {
    expect(await run(`issue --owner ${owner} --plan free --stage prod`)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Say --owner, whose key it is, in 1 to 100 printable characters.\n',
    });
  }
});

test('expire: a key is accepted until its time is over, and no longer', async () => {
  const { key, expires_at } = await keys('issue --owner visitor --plan scale --expires 2s');
  const end = Date.parse(expires_at);
  let status: number;
  do {
    await new Promise((resolve) => setTimeout(resolve, 20));
    const asked = Date.now();
    status = await statusOf('scream', key);
    expect(status === 200 ? asked < end : Date.now() >= end).toBe(true);
  } while (status === 200);
  expect(status).toBe(401);
});

test('two hundred guesses reach DynamoDB next to never, where the function has seen a key', async () => {
  const { key } = await keys('issue --owner someone --plan scale');
  expect(await statusOf('shout', key)).toBe(200);
  database.wire.calls.length = 0;
  const guesses = Array.from({ length: 50 }, (_, n) => [
    generateKey('prod', `the guess ${n}`),
    `${key}${n}`,
    `amp_prod_${keyHash(String(n)).slice(0, 39)}`,
    `guess ${n}`,
  ]).flat();
  const statuses = new Set<number>();
  for (let first = 0; first < guesses.length; first += 50) {
    const some = guesses.slice(first, first + 50);
    for (const status of await Promise.all(some.map((guess) => statusOf('shout', guess)))) {
      statuses.add(status);
    }
  }
  expect([guesses.length, [...statuses]]).toEqual([200, [401]]);
  // Each instance of the function reads the issuer's secret, and again when a minute has gone by.
  expect(database.wire.calls.length).toBeLessThan(20);
});

test('while DynamoDB fails: 503 and nobody is let in', async () => {
  const { key } = await keys('issue --owner unlucky --plan free');
  database.wire.fault = { status: 500, type: 'InternalServerError' };
  const refused = await call('scream', key);
  database.wire.fault = undefined;
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('2');
  expect(refused.headers.has('x-ratelimit-limit')).toBe(false);
  expect(await refused.json()).toEqual({
    detail: `The key can't be checked right now. Try again in 2 s. (Request id: ${refused.headers.get('apigw-requestid')})`,
  });
  expect(await statusOf('scream', key)).toBe(200);
});

test('a key that can not be shown is named by its id, and whoever stops reading a list is left alone', async () => {
  const runUnread = (words: string) => run(`${words} --stage prod`, { read: false });
  const { code, stderr } = await runUnread('issue --owner unread --plan free');
  const [id] = await idsInUse('unread');
  expect([code, stderr]).toEqual([
    1,
    `The result can't be written (EPIPE). The key ${id} was issued, and nobody has seen it: revoke it.\n`,
  ]);
  const rotated = await runUnread(`rotate ${id}`);
  const { successor } = await keys(`show ${id}`);
  expect(rotated.stderr).toContain(`The key ${successor} was issued, and nobody has seen it`);
  expect(await runUnread('list')).toEqual({ code: 0, stdout: '', stderr: '' });
});

test('list shows every key of many', async () => {
  const created_at = '2020-01-01T00:00:00.000Z';
  const { fingerprint: issuer } = await keys('issuer');
  const records = Array.from({ length: 50 }, (_, n) => {
    const hash = keyHash(`key ${n}`);
    const made = { created_at, changed_at: created_at };
    return { id: keyId(hash), hash, owner: `owner ${n}`, plan: 'free', issuer, ...made };
  });
  await putRecords(database.client, records);
  const [listed, { stdout }] = await Promise.all([keys('list'), run('list --stage prod')]);
  const shown = listed.map((key: { id: string; owner: string; status: string }) =>
    [key.id, key.owner, key.status].join(),
  );
  expect(new Set(shown)).toEqual(
    new Set([...shown.slice(50), ...records.map(({ id, owner }) => `${id},${owner},active`)]),
  );
  // They are the oldest, and all of the same moment.
  expect(listed.slice(0, 50).map(({ id }: { id: string }) => id)).toEqual(
    records.map(({ id }) => id).sort(),
  );
  const lines = stdout.trimEnd().split('\n');
  expect(lines[0]).toMatch(/^ID +OWNER +PLAN +CREATED +EXPIRES +CHANGED +STATUS$/);
  expect(lines).toHaveLength(1 + listed.length);
  expect(lines[1]).toMatch(
    /^[0-9a-f]{16} +owner \d+ +free +2020-01-01T00:00:00Z +never +2020-01-01T00:00:00Z +active$/,
  );
});

test('a key stands nowhere but where it was shown', async () => {
  const { code, stdout, stderr } = await run('issue --owner me --plan free --stage prod');
  expect([code, stderr]).toEqual([0, '']);
  const shown = stdout.match(/amp_prod_\w+/g) ?? [];
  expect(shown).toHaveLength(1);
  const { Items } = await database.client.send(
    new ScanCommand({ TableName: keyTableName('prod') }),
  );
  const written = JSON.stringify(Items) + service.output();
  for (const key of [...shown, ...issuedKeys]) {
    expect(written).not.toContain(key.slice('amp_prod_'.length, 27));
  }
  expect(issuedKeys.length).toBeGreaterThan(5);
});

test('every mistake is one line, and no success', async () => {
  const empty = await startDatabase([]);
  const page = createServer((_, response) => response.end('<html>'));
  const pageUrl = `http://127.0.0.1:${await listen(page, 0, 'PORT')}`;
  const id = '0123456789abcdef';
  const mistakes: readonly [string, RegExp, string?][] = [
    ['', /^Say what to do: issue, list, show, revoke, rotate, plan, issuer\. /],
    ['list --stage moon', /^Unknown stage "moon"\. The stages are: .*prod/],
    ['list --stage prod --all', /^Unknown option '--all'\.$/],
    ['issue --stage prod --owner me --plan gold', /^Unknown plan "gold"\. .*: free, standard/],
    [`show ${id} --stage prod`, /^There is no key 0123456789abcdef in the stage "prod"\.$/],
    ['list --stage prod', /^The stage lacks its tables here: /, empty],
    ['list --stage prod', new RegExp(`^What answers at ${pageUrl} is no DynamoDB\\.$`), pageUrl],
  ];
  for (const [words, line, url = database.url] of mistakes) {
    const client = clientOf(url);
    const env = { AWS_ENDPOINT_URL_DYNAMODB: url };
    const { code, stdout, stderr } = await run(words, { client, env });
    client.destroy();
    expect([words, code, stdout]).toEqual([words, 1, '']);
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(stderr.trimEnd()).toMatch(line);
  }
  page.close();
});

test('--help explains every command', async () => {
  const { code, stdout, stderr } = await run('--help');
  expect([code, stderr]).toEqual([0, '']);
  for (const command of ['issue', 'list', 'show', 'revoke', 'rotate', 'plan', 'issuer']) {
    expect(stdout).toMatch(new RegExp(`^  ${command} .*$`, 'm'));
  }
});
