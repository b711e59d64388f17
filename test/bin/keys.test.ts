/** The operator's tool as a person runs it: what only a process shows. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { keyStore } from '../../lib/keys/key-store.ts';
import { keysTool } from '../../lib/keys/tool.ts';
import { localCredentials } from '../../lib/local/local-tables.ts';
import { dynamodb } from '../../lib/operator/dynamodb.ts';
import { failWrites, type KeyDatabase, startKeyDatabase } from '../key-table.ts';
import { toolRunner } from '../operator-tool.ts';
import { programEnvironment, projectRoot } from '../service.ts';
import { until } from '../until.ts';

let database: KeyDatabase;
let store: ReturnType<typeof keyStore>;

beforeAll(async () => {
  database = await startKeyDatabase();
  store = keyStore(database.client, 'prod');
});

afterAll(() => database.close());

type Environment = Readonly<Record<string, string>>;

const toolEnvironment = () => ({
  ...programEnvironment(),
  HOME: '/nonexistent',
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_ENDPOINT_URL_DYNAMODB: database.url,
  ...localCredentials,
});

const spawnTool = (words: string, env: Environment = {}) =>
  spawn(process.execPath, ['bin/keys.ts', ...words.split(' '), '--stage', 'prod'], {
    cwd: projectRoot,
    env: { ...toolEnvironment(), ...env },
  });

/** Issues a key, past the tool. */
const issue = (owner: string) => store.issue({ owner, plan: 'free' });

/** The owner's keys that are in use. */
const idsInUse = async (owner: string): Promise<string[]> =>
  (await store.list())
    .filter((key) => key.owner === owner && key.revoked_at === undefined)
    .map(({ id }) => id);

test('what is asked is answered on standard input, and what is shown comes alone on standard output', async () => {
  const { id } = (await issue('someone')).record;
  const child = spawnTool(`revoke ${id}`);
  child.stdin.end('y\n');
  const ended = once(child, 'close');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(stderr).toBe(`Revoke the key ${id} of someone, plan free? [y/N] `);
  expect(stdout).toMatch(/^id .+\n(?:.+\n)*status +revoked\n/);
  expect(await ended).toEqual([0, null]);
}, 30_000);

test.each([2, 3])(
  'a rotation killed at write %d leaves no key that nobody was shown',
  async (nth) => {
    const { wire } = database;
    const owner = `killed-${nth}`;
    const { record } = await issue(owner);
    failWrites(wire, (writes) => (writes === nth ? 'hang' : undefined));
    const child = spawnTool(`rotate ${record.id}`, { AWS_ENDPOINT_URL_DYNAMODB: wire.url });
    const ended = once(child, 'close');
    await until(() => wire.calls.filter((call) => call === 'PutItem').length === nth);
    child.kill('SIGKILL');
    await ended;
    wire.fault = undefined;
    expect(await idsInUse(owner)).toEqual([record.id]);
    expect((await store.find(record.id)).successor === undefined).toBe(nth < 3);
  },
  30_000,
);

test('a key that can not be shown is named by its id', async () => {
  const child = spawnTool('issue --owner unread --plan free');
  child.stdin.end();
  // Nobody reads what it writes.
  child.stdout.destroy();
  const ended = once(child, 'close');
  const stderr = await text(child.stderr);
  const [id] = await idsInUse('unread');
  expect([await ended, stderr]).toEqual([
    [1, null],
    `The result can't be written (EPIPE). The key ${id} was issued, and nobody has seen it: revoke it.\n`,
  ]);
});

test.each<[string, RegExp, Environment]>([
  [
    'no credentials',
    /^No AWS credentials: sign in, or set [^\n]*\n$/,
    { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' },
  ],
  [
    'no address of DynamoDB',
    /^AWS_ENDPOINT_URL_DYNAMODB must be a URL, such as http:[^\n]*, not "localhost"\.\n$/,
    { AWS_ENDPOINT_URL_DYNAMODB: 'localhost' },
  ],
])('an environment with %s is said in one line', async (_, line, env) => {
  const variables = process.env;
  process.env = { ...toolEnvironment(), ...env };
  const ran = await toolRunner(keysTool, dynamodb)('list --stage prod');
  process.env = variables;
  expect(ran).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(line) });
});

test('so is a DynamoDB that does not answer', async () => {
  const child = spawnTool('list', { AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:9' });
  const ended = once(child, 'close');
  expect(await text(child.stderr)).toBe(
    'DynamoDB does not answer (ECONNREFUSED) at http://127.0.0.1:9.\n',
  );
  expect(await ended).toEqual([1, null]);
});
