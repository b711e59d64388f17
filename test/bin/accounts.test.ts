/** The operator's tool as a program. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, test } from '@jest/globals';
import { localCredentials } from '../../lib/local/local-tables.ts';
import { accountTable } from '../../lib/settings/tables.ts';
import { clientOf } from '../support/account-tables.ts';
import { startDatabase } from '../support/database.ts';
import { operatorTool } from '../support/operator-tool.ts';
import { programEnvironment, projectRoot } from '../support/service.ts';

let url: string;

beforeAll(async () => {
  url = await startDatabase([accountTable('prod')]);
});

const run = async (
  words: string,
  input = '',
  environment: Readonly<Record<string, string>> = {},
) => {
  const env = {
    ...programEnvironment(),
    HOME: '/nonexistent',
    AWS_EC2_METADATA_DISABLED: 'true',
    ...localCredentials,
    AWS_ENDPOINT_URL_DYNAMODB: url,
    ...environment,
  };
  const args = ['bin/accounts.ts', ...words.split(' '), '--stage', 'prod'];
  const child = spawn(process.execPath, args, { cwd: projectRoot, env });
  child.stdin.end(input);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, stdout, stderr };
};

test('it asks on standard error, reads the answer from standard input, and prints only the result', async () => {
  const client = clientOf(url);
  const { id } = await operatorTool(client).json('create --owner ACME --plan free');
  const { code, stdout, stderr } = await run(`suspend ${id} --json`, 'y\n');
  expect([code, stderr]).toEqual([
    0,
    `Suspend the account ${id} of ACME, plan free, active keys: 0? [y/N] `,
  ]);
  expect(JSON.parse(stdout)).toMatchObject({ id, status: 'suspended' });
}, 30_000);

test.each([
  [
    /^No AWS credentials: sign in, or set [^\n]*\n$/,
    { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' },
  ],
  [
    /^AWS_ENDPOINT_URL_DYNAMODB must be a URL, such as http:[^\n]*, not "localhost"\.\n$/,
    { AWS_ENDPOINT_URL_DYNAMODB: 'localhost' },
  ],
])(
  'an invalid environment is an error of one line: %s',
  async (line, environment) => {
    expect(await run('list', '', environment)).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(line),
    });
  },
  30_000,
);
