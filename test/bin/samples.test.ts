/** Runs the reference's samples in curl and JavaScript. `npm run samples` also runs those in Python. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { apiEndpoints } from '../../lib/infrastructure/settings/endpoints.ts';
import { newKey } from '../support/keys.ts';
import { programEnvironment, projectRoot, sharedDemo } from '../support/service.ts';

/** Runs the samples of a page. */
const runSamples = (url: string, AMPLIFY_KEY: string) =>
  promisify(execFile)(process.execPath, ['bin/samples.ts', url, 'curl', 'javascript'], {
    cwd: projectRoot,
    env: { ...programEnvironment(), AMPLIFY_KEY },
  });

test('each operation of /docs has samples in curl and JavaScript that get a 200', async () => {
  const { url } = await sharedDemo();
  const { stdout } = await runSamples(url, newKey());
  for (const { name } of apiEndpoints) {
    expect(stdout).toContain(`200 ${name}, curl\n`);
    expect(stdout).toContain(`200 ${name}, javascript\n`);
  }
});

test('a sample that does not get a 200 is shown, and fails the run', async () => {
  const { url } = await sharedDemo();
  await expect(runSamples(url, 'revoked-demo-key')).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /failed shout, javascript:\n401 [\s\S]*\n2 of 13 samples got a 200\./,
    ),
  });
});
