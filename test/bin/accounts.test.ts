/** The operator's tool as a program. */
import { beforeAll, expect, test } from '@jest/globals';
import { localCredentials } from '../../lib/local/developer-credentials.ts';
import { accountTable } from '../../lib/settings/tables.ts';
import { clientOf } from '../support/account-tables.ts';
import { startDatabase } from '../support/dynamodb-wire.ts';
import { runNode } from '../support/local-server.ts';
import { operatorTool } from '../support/operator-tool.ts';
import { programEnvironment } from '../support/service.ts';

let url: string;

beforeAll(async () => {
  url = await startDatabase([accountTable('prod')]);
});

const runTool = (words: string, input = '', environment: Readonly<Record<string, string>> = {}) => {
  const env = {
    ...programEnvironment(),
    HOME: '/nonexistent',
    AWS_EC2_METADATA_DISABLED: 'true',
    ...localCredentials,
    AWS_ENDPOINT_URL_DYNAMODB: url,
    ...environment,
  };
  const args = ['bin/accounts.ts', ...words.split(' '), '--stage', 'prod'];
  return runNode(args, { env, input });
};

test('it asks on standard error, reads the answer from standard input, and prints only the result', async () => {
  const client = clientOf(url);
  const { id } = await operatorTool(client).json('create --owner ACME --plan free');
  const { status, stdout, stderr } = await runTool(`suspend ${id} --json`, 'y\n');
  expect([status, stderr]).toEqual([
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
    expect(await runTool('list', '', environment)).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(line),
    });
  },
  30_000,
);
