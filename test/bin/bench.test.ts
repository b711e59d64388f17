import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { bundling } from '../../lib/infrastructure/settings/bundling.ts';
import { quotaTable } from '../../lib/infrastructure/settings/tables.ts';
import { localCredentials, localTableName } from '../../lib/local/local-tables.ts';
import { startDatabase } from '../support/database.ts';

const variables = process.env;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'amplify-'));
  process.env = {
    ...variables,
    ...localCredentials,
    AWS_ENDPOINT_URL_DYNAMODB: await startDatabase(),
    QUOTA_TABLE: localTableName(quotaTable),
    PLAN: '{"limit":1,"windowSeconds":86400}',
  };
});

afterAll(async () => {
  process.env = variables;
  await rm(directory, { recursive: true });
});

test.each(['plain-sdk', 'hand-signed'])(
  '%s shouts until the window has no slot left',
  async (name) => {
    const outfile = join(directory, `${name}.mjs`);
    await build({ ...bundling, alias: {}, entryPoints: [`bin/bench/${name}.ts`], outfile });
    const { handler } = await import(outfile);
    const event = { headers: { 'x-api-key': name }, body: '{"text":"hello, world"}' };

    const { statusCode, body } = await handler(event);
    expect(statusCode).toBe(200);
    expect(JSON.parse(body)).toEqual({ original: 'hello, world', result: 'HELLO, WORLD' });
    expect(await handler(event)).toMatchObject({ statusCode: 429 });
  },
);
