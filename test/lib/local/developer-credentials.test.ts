import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { developerCredentials } from '../../../lib/local/developer-credentials.ts';
import { startProgram } from '../../service.ts';

const variables = process.env;
let home: string;

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'amplify-'));
});

beforeEach(() => {
  process.env = { PATH: variables.PATH, HOME: home };
});

afterAll(async () => {
  process.env = variables;
  await rm(home, { recursive: true });
});

test('they come from the environment', async () => {
  Object.assign(process.env, {
    AWS_REGION: 'us-west-2',
    AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    AWS_SECRET_ACCESS_KEY: 'secret',
  });
  expect(await developerCredentials()).toEqual({
    AWS_REGION: 'us-west-2',
    AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    AWS_SECRET_ACCESS_KEY: 'secret',
  });
});

test('they come from a profile', async () => {
  const file = path.join(home, 'config');
  await writeFile(
    file,
    `[profile work]
region = us-east-2
aws_access_key_id = AKIDPROFILE
aws_secret_access_key = secret
aws_session_token = token`,
  );
  Object.assign(process.env, { AWS_PROFILE: 'work', AWS_CONFIG_FILE: file });
  expect(await developerCredentials()).toEqual({
    AWS_REGION: 'us-east-2',
    AWS_ACCESS_KEY_ID: 'AKIDPROFILE',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_SESSION_TOKEN: 'token',
  });
});

const missing = /^EMPHASIS_MODEL=bedrock needs AWS credentials and a region: .+$/;

test('they may be missing', async () => {
  Object.assign(process.env, { AWS_REGION: 'us-east-1', AWS_EC2_METADATA_DISABLED: 'true' });
  await expect(developerCredentials()).rejects.toThrow(missing);
});

test('without a region, a server that is to ask Bedrock does not start', async () => {
  const { ended, written } = startProgram({ env: { EMPHASIS_MODEL: 'bedrock', HOME: home } });
  expect(await ended).toBe(1);
  expect(written.stderr.trimEnd()).toMatch(missing);
});
