import { afterEach, expect, test } from '@jest/globals';
import { defaultProvider } from '../../../../functions/aws/lean/credentials.ts';

const variables = process.env;

afterEach(() => {
  process.env = variables;
});

test('reads the credentials of the environment', async () => {
  process.env = { AWS_ACCESS_KEY_ID: 'an-id', AWS_SECRET_ACCESS_KEY: 'a-secret' };
  const lasting = { accessKeyId: 'an-id', secretAccessKey: 'a-secret' };
  expect(await defaultProvider()()).toEqual(lasting);

  process.env.AWS_SESSION_TOKEN = 'a-token';
  expect(await defaultProvider()()).toEqual({ ...lasting, sessionToken: 'a-token' });
});

test('fails without them', async () => {
  process.env = { AWS_ACCESS_KEY_ID: 'an-id' };
  await expect(defaultProvider()()).rejects.toThrow('No AWS credentials in the environment');
});
