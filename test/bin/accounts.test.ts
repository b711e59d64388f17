/** The operator's tool as a program. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { accountTable } from '../../lib/settings/tables.ts';
import { clientOf } from '../support/account-tables.ts';
import { newFolder } from '../support/at-end.ts';
import { exchange, startDatabase } from '../support/dynamodb-wire.ts';
import { operatorTool } from '../support/operator-tool.ts';
import { serve } from '../support/serve.ts';
import { programEnvironment, runNode } from '../support/service.ts';

test('it asks on standard error, and prints only the result; exported keys win over a profile, as for the AWS CLI', async () => {
  const database = await startDatabase([accountTable('prod')]);
  const { id } = await operatorTool(clientOf(database)).json('create --owner ACME --plan free');
  const authorizations = new Set<string | undefined>();
  const url = await serve(async (request, response) => {
    authorizations.add(
      request.headers.authorization?.replace(/\/\d+\//, '/DATE/').split('/dyn')[0],
    );
    const { status, headers, body } = await exchange(
      database,
      request.headers,
      await buffer(request),
    );
    response.writeHead(status, headers).end(body);
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
