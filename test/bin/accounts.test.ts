/** The operator's tool as a program. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { localCredentials } from '../../lib/local/developer-credentials.ts';
import { accountTable } from '../../lib/settings/tables.ts';
import { clientOf } from '../support/account-tables.ts';
import { newFolder } from '../support/at-end.ts';
import { startDatabase } from '../support/dynamodb-wire.ts';
import { operatorTool } from '../support/operator-tool.ts';
import { serve } from '../support/serve.ts';
import { programEnvironment, runNode } from '../support/service.ts';

const runTool = (words: string, input: string, environment: Readonly<Record<string, string>>) => {
  const isolated = { HOME: '/nonexistent', AWS_EC2_METADATA_DISABLED: 'true' };
  const env = { ...programEnvironment(), ...isolated, ...environment };
  return runNode(['bin/accounts.ts', ...words.split(' '), '--stage', 'prod'], { env, input });
};

test('it asks on standard error, reads the answer from standard input, and prints only the result', async () => {
  const url = await startDatabase([accountTable('prod')]);
  const { id } = await operatorTool(clientOf(url)).json('create --owner ACME --plan free');
  const environment = { ...localCredentials, AWS_ENDPOINT_URL_DYNAMODB: url };
  const { status, stdout, stderr } = await runTool(`suspend ${id} --json`, 'y\n', environment);
  expect([status, stderr]).toEqual([
    0,
    `Suspend the account ${id} of ACME, plan free, active keys: 0? [y/N] `,
  ]);
  expect(JSON.parse(stdout)).toMatchObject({ id, status: 'suspended' });
});

test('as for the AWS CLI, exported keys win over a profile, and AWS_DEFAULT_REGION is read', async () => {
  let authorization: string | undefined;
  const url = await serve((request, response) => {
    authorization = request.headers.authorization;
    response.writeHead(400).end('{"__type":"ResourceNotFoundException"}');
  });
  const file = path.join(await newFolder(), 'config');
  await writeFile(file, '[profile stale]\naws_access_key_id = stale\naws_secret_access_key = s');
  await runTool('list', '', {
    ...{ AWS_CONFIG_FILE: file, AWS_PROFILE: 'stale', AWS_DEFAULT_REGION: 'eu-west-1' },
    ...{ AWS_ACCESS_KEY_ID: 'exported', AWS_SECRET_ACCESS_KEY: 's' },
    AWS_ENDPOINT_URL_DYNAMODB: url,
  });
  expect(authorization).toMatch(/Credential=exported\/\d+\/eu-west-1\//);
});

test('without credentials, the error is one line', async () => {
  expect(await runTool('list', '', { AWS_REGION: 'us-east-1' })).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^No AWS credentials: sign in, or set [^\n]*\n$/),
  });
});
