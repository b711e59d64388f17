/** The operator's tool without accounts: its command line, what is typed or piped, and the errors of AWS. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { beforeEach, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { toAccountItem } from '../../../functions/accounts/account-store.ts';
import { newAccount } from '../../../functions/accounts/changes.ts';
import { generateKey, keyHash, keyId, parseAccountId } from '../../../functions/keys/format.ts';
import { readDuration, readMoment } from '../../../lib/accounts/command.ts';
import { findUsers } from '../../../lib/accounts/context.ts';
import { explain } from '../../../lib/accounts/explain.ts';
import { type Input, readSecret } from '../../../lib/accounts/input.ts';
import { tableText } from '../../../lib/command-line/command-line.ts';
import { localCredentials } from '../../../lib/local/developer-credentials.ts';
import { connect } from '../../support/account-tables.ts';
import { newFolder } from '../../support/at-end.ts';
import { runTool } from '../../support/operator-tool.ts';
import { serve } from '../../support/serve.ts';
import { programEnvironment, runNode } from '../../support/service.ts';

const id = '3fK9abcDEF0';
const ownKeyId = `${id}-0123abcd`;
const key = generateKey('prod', id);
const nowhere = 'http://127.0.0.1:9';
const client = connect(nowhere, { maxAttempts: 1 });

/** Runs a command line, and returns its error. */
const attempt = async (args: readonly string[], input = '', dynamodb = client) => {
  const { code, stdout, stderr } = await runTool(dynamodb, args, input);
  expect([code, stdout]).toEqual([1, '']);
  return stderr;
};
const splitWords = (line: string) => line.split(' ').filter(Boolean);

test.each([
  ['', 'Which command? create, list, show, usage, plan, '],
  ['toString --stage prod', 'Which command? '],
  ['list', '--stage is missing. Stages with accounts: prod.'],
  ['list --stage demo', 'The stage "demo" accepts any key and has no accounts.'],
  ['list --stage prod --all', "Unknown option '--all'. The options are: --stage, "],
  ['list --stage prod --owner me', 'list takes no --owner.'],
  ['create --plan free --stage prod', '--owner and --name need 1 to 100 printable characters.'],
  ['create --owner me --stage prod', '--plan is missing. Use one of the stage "prod": free, '],
  ['create --owner me --plan gold --stage prod', 'Deploy the plan "gold" first, or use one of '],
  [`issue ${id} --name a --expires 2025-12-31 --stage prod`, 'Invalid --expires "2025-12-31": '],
  [`issue ${id} --name a --expires 0s --stage prod`, 'Invalid --expires "0s": '],
  [`issue ${id} --name ci@github --expires 0s --stage prod`, 'Invalid --expires "0s": '],
  [`issue ${id} --name a@b.co`, 'use --email -, which asks for it, and leave it out of --name.'],
  ['list a@b.co', "npm's log keep it: leave it out."],
  [`rotate ${ownKeyId} --grace=-1d --stage prod`, 'Invalid --grace "-1d": '],
  [`rotate ${ownKeyId} --grace 119s --stage prod`, 'Invalid --grace "119s": use 0s, or '],
  [`suspend ${ownKeyId} --stage prod`, 'Which account? '],
  [`revoke ${id} --stage prod`, 'Which key? '],
  [`show --email ${id} --stage prod`, '--email and --key take nothing but -, '],
  [`show ${ownKeyId} --email - --stage prod`, 'show takes one id, --email - or --key - at a time.'],
  [`restore ${id} --stage prod`, '--from needs the name of the table '],
  [`usage ${id} --days 0 --stage prod`, '--days needs a whole number from 1 to 32: '],
  [`usage ${id} --days 33 --stage prod`, '--days needs a whole number from 1 to 32: '],
])('%j is an invalid command line', async (words, message) => {
  expect(await attempt(splitWords(words))).toContain(message);
});

test('a command line of which npm took an option says how to keep it', async () => {
  process.env.npm_config_stage = 'true';
  expect(await attempt(['prod', 'list'])).toContain('Put -- first: npm run accounts -- ');
  delete process.env.npm_config_stage;
});

test.each([
  ['show --email -', '', 'No address was given.'],
  ['show --key -', '', 'No key was given.'],
  ['show --key -', `${key}0`, 'That is not a key of the stage "prod", or not the whole key.'],
  ['show --key -', generateKey('dev', id), 'That is not a key of the stage "prod"'],
])('%s rejects an invalid input: %#', async (words, input, message) => {
  const error = await attempt(splitWords(`${words} --stage prod`), input);
  expect(error).toContain(message);
  expect(error).not.toContain(key.slice(9, 30));
});

test.each([
  [key, key, `Consider this one leaked: revoke or rotate ${keyId(id, keyHash(key))}.`],
  ['a key cut short', key.slice(0, -1), 'Consider this one leaked: revoke or rotate it.'],
  ['an address', 'jane.doe@example.com', 'Nothing was done. An address is never an argument'],
  ['an address in a text', 'J <jane.doe@example.com>', 'Nothing was done. An address is never'],
])('an invalid command line with a secret is not repeated: %#', async (_, secret, message) => {
  expect(parseAccountId(key, 'prod')).toBe(id);
  const words = fc.constantFrom(
    ...['show', 'revoke', 'issue', '--stage', 'prod', '--key', '-', '--email', '--plan', '--json'],
    ...['--', '--all', '--help', '--owner', '--name', id, '24h'],
  );
  const before = fc.constantFrom('', '-', '--', '--key=', '--email=', '--all=', '"', '\n');
  await fc.assert(
    fc.asyncProperty(fc.array(words), before, fc.array(words), async (first, prefix, last) => {
      const error = await attempt([...first, `${prefix}${secret}`, ...last]);
      expect(error).toContain(message);
      expect(error).not.toContain(secret.slice(-12));
    }),
  );
});

test.each(['--help', 'issue -h'])('%s prints each command in a line that fits', async (words) => {
  const { code, stdout } = await runTool(client, splitWords(words));
  expect(code).toBe(0);
  for (const line of [
    'create --owner NAME --plan PLAN                 creates an account without a sign-in',
    'rotate KEY [--grace DURATION] [--expires WHEN]  replaces a key; the default grace is 24h',
    'restore ID --from TABLE [--yes]                 replaces an account by its copy in another table',
  ]) {
    expect(stdout).toContain(`\n  ${line}\n`);
  }
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
});

const now = Date.parse('2030-01-31T12:00:00Z');

test.each([
  ['15m', '2030-01-31T12:15:00.000Z'],
  ['24h', '2030-02-01T12:00:00.000Z'],
  ['3650d', '2040-01-29T12:00:00.000Z'],
  ['2032-02-29', '2032-03-01T00:00:00.000Z'],
  ['2030-02-28T10:00Z', '2030-02-28T10:00:00.000Z'],
  ['2030-02-28T10:00:30+01:00', '2030-02-28T09:00:30.000Z'],
])('the time %s is %s', (text, time) => {
  const read = Date.parse(time);
  expect(readMoment(text, now)).toBe(read);
  expect(readDuration(text)).toBe(/[smhd]$/.test(text) ? read - now : undefined);
});

test.each([
  ...['', '1', '1.5h', '1d1h', '3651d', `${'9'.repeat(400)}d`, '2030-02-29', '2030-13-01'],
  ...['2030-02-28T10:00', '2030-02-28T25:00Z', '+010000-01-01', '9999-12-31T23:59:59-00:01'],
])('"%s" is neither a time nor a duration', (text) => {
  expect([readMoment(text, now), readDuration(text)]).toEqual([undefined, undefined]);
});

const nobody = new PassThrough();

test('a key is read from a pipe, in pieces, without byte order mark, blanks and line ends', async () => {
  const chunks = [Buffer.from('\ufeff the'), Buffer.from('-k'), 'ey \r\n\r\n'];
  expect(await readSecret('key', Readable.from(chunks), nobody)).toBe('the-key');
});

test('an endless pipe is read only up to the limit, and one that breaks is an error', async () => {
  let read = 0;
  async function* endless() {
    for (;;) {
      read += 1;
      yield 'x'.repeat(1_000);
    }
  }
  await expect(readSecret('key', Readable.from(endless()), nobody)).rejects.toThrow(
    'Standard input holds more than the key.',
  );
  expect(read).toBeLessThan(100);
  const broken = new Readable({
    read() {
      this.destroy(Object.assign(new Error('is a directory'), { code: 'EISDIR' }));
    },
  });
  await expect(readSecret('key', broken, nobody)).rejects.toThrow(
    "Standard input can't be read (EISDIR).",
  );
});

/** A terminal at which these keys are pressed. */
const terminal = (keys: string) => {
  const screen = new PassThrough({ encoding: 'utf8' });
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input });
  input.write(keys);
  return { input: input as Input, screen };
};

test.each([
  ['corrected', 'the-kex\u007fy\r', 'the-key'],
  ['before other lines', 'the-key\ry\r', 'the-key'],
  ['cancelled by Ctrl-C', 'the-\u0003', 'No key was given.'],
  ['cancelled by Ctrl-D', '\u0004', 'No key was given.'],
])('a terminal does not show a key: %s', async (_, keys, read) => {
  const { input, screen } = terminal(keys);
  expect(await readSecret('key', input, screen).catch(({ message }) => message)).toBe(read);
  expect(screen.read()).toBe('Key (it is not shown): \n');
});

test('a terminal shows what is not secret', async () => {
  const { input, screen } = terminal('me@example.com\r');
  expect(await readSecret('address', input, screen)).toBe('me@example.com');
  expect(stripVTControlCharacters(screen.read()).trim()).toBe('E-mail address: me@example.com');
});

const listing = splitWords('list --stage prod');

test('without credentials or a region, the error is one line', async () => {
  for (const name of Object.keys(localCredentials)) delete process.env[name];
  process.env.AWS_EC2_METADATA_DISABLED = 'true';
  const anonymous = new DynamoDBClient({ region: 'us-east-1', endpoint: nowhere });
  expect(await attempt(listing, '', anonymous)).toMatch(
    /^No AWS credentials: sign in, or set [^\n]*\n$/,
  );
  const noRegion = new Promise(() => connect(nowhere, { region: '' }));
  expect(await noRegion.catch((error) => explain(error, {}))).toBe(
    'No AWS region: set AWS_REGION, or AWS_PROFILE.',
  );
});

test.each([
  [{ name: 'ResourceNotFoundException', $metadata: {} }, '', 'The stage lacks its tables '],
  [
    { code: 'ETIMEDOUT', $metadata: {} },
    nowhere,
    `DynamoDB does not answer (ETIMEDOUT) at ${nowhere}.`,
  ],
  [{ code: 'ENOTFOUND' }, '', 'DynamoDB does not answer (ENOTFOUND): is the region right, '],
  [{ name: 'ExpiredTokenException', $metadata: {} }, '', 'The AWS credentials have expired: '],
  [{ name: 'Unknown', $metadata: {} }, nowhere, `What answers at ${nowhere} is no DynamoDB.`],
  [{ code: 'ERR_INVALID_URL' }, 'localhost', 'AWS_ENDPOINT_URL_DYNAMODB must be a URL, such as '],
  [{}, 'localhost:8000', '<html>'],
  [
    { name: 'Unknown', $metadata: {} },
    'localhost:8000',
    'AWS_ENDPOINT_URL_DYNAMODB must be a URL, such as ',
  ],
])('the error %j is explained', (error, endpoint, line) => {
  const environment = { AWS_ENDPOINT_URL_DYNAMODB: endpoint };
  const explained = explain(Object.assign(new Error('<html>'), error), environment);
  expect(explained.slice(0, line.length)).toBe(line);
});

beforeEach(() => {
  Object.assign(process.env, localCredentials);
});

/** Starts a Cognito whose list has these pages of user pools, `id=name` each. Resolves to its other calls. */
const startPools = async (...pages: readonly string[]) => {
  const calls: unknown[] = [];
  process.env.AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER = await serve(
    async (request, response) => {
      const input = (await json(request)) as { readonly NextToken?: string };
      const operation = String(request.headers['x-amz-target']).replace(/^.*\./, '');
      if (operation === 'ListUserPools') {
        const page = Number(input.NextToken ?? 0);
        const UserPools = splitWords(pages[page] ?? '').map((pool) => {
          const [Id, Name = 'amplify-prod'] = pool.split('=');
          return { Id, Name };
        });
        const NextToken = page + 1 < pages.length ? String(page + 1) : undefined;
        response.end(JSON.stringify({ UserPools, NextToken }));
      } else {
        calls.push([operation, input]);
        const Users = ['the-sub', 'another'].map((Value) => ({ Attributes: [{ Value }] }));
        response.end(JSON.stringify({ Users }));
      }
    },
  );
  return calls;
};

test('the pool of the stage is found on any page of the list, and its users by address', async () => {
  const calls = await startPools('a=another b=amplify-prod-2', '', 'c');
  const users = await findUsers('prod', undefined);
  expect(await users.findSubs('"ada\\"@example.com')).toEqual(['the-sub', 'another']);
  await users.remove('the-sub');
  const Filter = 'email = "\\"ada\\\\\\"@example.com"';
  expect(calls).toEqual([
    ['ListUsers', { UserPoolId: 'c', Filter, AttributesToGet: ['sub'] }],
    ['AdminDeleteUser', { UserPoolId: 'c', Username: 'the-sub' }],
  ]);
  expect(await attempt(splitWords('show --email - --stage prod'), 'me@example.com')).toContain(
    'Several users have that address. Use an id: ',
  );
});

test('of several pools with the name, one is chosen only by its id, and none of another name', async () => {
  const calls = await startPools('a b=another', 'c');
  for (const wanted of [undefined, 'b', '']) {
    await expect(findUsers('prod', wanted)).rejects.toThrow(
      /^Use --user-pool with the id of the stage's user pool, .* amplify-prod: a, c\.$/,
    );
  }
  await (await findUsers('prod', 'a')).remove('the-sub');
  expect(calls).toEqual([['AdminDeleteUser', { UserPoolId: 'a', Username: 'the-sub' }]]);
  await startPools('b=another');
  await expect(findUsers('prod', 'b')).rejects.toThrow('There is no user pool amplify-prod here: ');
});

test('what answers in place of Cognito is named', async () => {
  const url = await serve((_, response) => response.end('<html>'));
  process.env.AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER = url;
  const error = await attempt(splitWords('show --email - --stage prod'), 'me@example.com');
  expect(error).toBe(`What answers at ${url} is no Cognito.\n`);
});

test('a table is aligned by visible characters, without trailing spaces', () => {
  const owners = ['علی\u200cرضا', 'x\u0301yz'];
  const rows = [
    ['OWNER', 'PLAN'],
    [owners[0] ?? '', 'free'],
    [owners[1] ?? '', ''],
  ];
  expect(tableText(rows)).toBe(`OWNER   PLAN\n${owners[0]}  free\n${owners[1]}`);
});

test('the program asks on standard error, and prints only the result; exported keys win over a profile, as for the AWS CLI', async () => {
  const Item = toAccountItem(newAccount({ id, owner: 'ACME', plan: 'free' }, now));
  const authorizations = new Set<string | undefined>();
  const url = await serve((request, response) => {
    const { authorization } = request.headers;
    authorizations.add(authorization?.replace(/\/\d+\//, '/DATE/').split('/dyn')[0]);
    response.end(JSON.stringify({ Item }));
  });
  const file = path.join(await newFolder(), 'config');
  await writeFile(file, '[profile stale]\naws_access_key_id = stale\naws_secret_access_key = s');
  const env = {
    ...programEnvironment(),
    ...{ AWS_CONFIG_FILE: file, AWS_PROFILE: 'stale', AWS_DEFAULT_REGION: 'eu-west-1' },
    ...{ AWS_ACCESS_KEY_ID: 'exported', AWS_SECRET_ACCESS_KEY: 's' },
    AWS_ENDPOINT_URL_DYNAMODB: url,
  };
  const words = ['suspend', id, '--json', '--stage', 'prod'];
  const run = await runNode(['bin/accounts.ts', ...words], { env, input: 'y\n' });
  expect(run).toEqual({
    status: 0,
    stdout: expect.stringContaining('"status": "suspended"'),
    stderr: `Suspend the account ${id} of ACME, plan free, active keys: 0? [y/N] `,
  });
  expect(JSON.parse(run.stdout)).toHaveProperty('id', id);
  expect([...authorizations]).toEqual(['AWS4-HMAC-SHA256 Credential=exported/DATE/eu-west-1']);
});
