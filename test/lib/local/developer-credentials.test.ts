import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { developerCredentials } from '../../../lib/local/developer-credentials.ts';
import { newFolder } from '../../support/at-end.ts';
import { startProgram } from '../../support/service.ts';

const home = await newFolder();

test('credentials can come from a profile', async () => {
  const file = path.join(home, 'config');
  await writeFile(
    file,
    `[profile work]
region = us-east-2
aws_access_key_id = AKIDPROFILE
aws_secret_access_key = secret
aws_session_token = token`,
  );
  process.env = { HOME: home, AWS_PROFILE: 'work', AWS_CONFIG_FILE: file };
  expect(await developerCredentials()).toEqual({
    AWS_REGION: 'us-east-2',
    AWS_ACCESS_KEY_ID: 'AKIDPROFILE',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_SESSION_TOKEN: 'token',
  });
});

test('without credentials the server does not start', async () => {
  const env = { EMPHASIS_MODEL: 'bedrock', HOME: home, AWS_EC2_METADATA_DISABLED: 'true' };
  const { ended, written } = startProgram({ env });
  expect(await ended).toBe(1);
  expect(written.stderr).toMatch(
    /^EMPHASIS_MODEL=bedrock needs AWS credentials and a region: .+\n$/,
  );
});
