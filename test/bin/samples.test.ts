/** Runs the samples in curl and JavaScript. `npm run samples` also runs those in Python. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { apiEndpoints } from '../../lib/settings/endpoints.ts';
import { readPage } from '../docs/pages.ts';
import { clientOf, issueKey } from '../support/account-tables.ts';
import { newKey } from '../support/keys.ts';
import { serve } from '../support/serve.ts';
import {
  programEnvironment,
  projectRoot,
  sharedDemo,
  sharedProduction,
} from '../support/service.ts';

/** Runs the samples of a stage. */
const runSamples = (url: string, AMPLIFY_KEY: string) =>
  promisify(execFile)(process.execPath, ['bin/samples.ts', url, 'curl', 'javascript'], {
    cwd: projectRoot,
    env: { ...programEnvironment(), AMPLIFY_KEY },
  });

test.each(['demo', 'prod'])(
  "on %s, each operation's samples get a 200, and so do the guide's",
  async (stage) => {
    const service = await (stage === 'demo' ? sharedDemo() : sharedProduction());
    const client = clientOf(service.dynamodbUrl);
    const key = stage === 'demo' ? newKey() : await issueKey(client);
    const { stdout } = await runSamples(service.url, key);
    for (const name of [...apiEndpoints.map(({ name }) => name), 'a-first-request-\\d']) {
      expect(stdout).toMatch(new RegExp(`^200 ${name}, curl$`, 'm'));
      expect(stdout).toMatch(new RegExp(`^200 ${name}, javascript$`, 'm'));
    }
  },
);

test('a sample that does not get a 200 is shown, and fails the run', async () => {
  const { url } = await sharedDemo();
  const page = await (await fetch(`${url}/docs`)).text();
  const some = page.match(/id="(?:shout|health)-\w+" data-language="\w+">[^<]*</g);
  const address = await serve(({ url: path }, response) => {
    response.end(path === '/docs' ? some?.join('') : '');
  });
  await expect(runSamples(address, 'revoked-demo-key')).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /failed shout, javascript:\n401 [\s\S]*\n200 health, curl\n[\s\S]*\n2 of 4 samples got a 200\./,
    ),
  });
});

test("the guide's retrying waits after a 429, with Retry-After or without", async () => {
  let calls = 0;
  const address = await serve((_, response) => {
    calls += 1;
    if (calls === 3) return response.end();
    return response.writeHead(429, calls === 1 ? { 'Retry-After': 1 } : {}).end();
  });
  const [retrying] = readPage('docs/client.md').blocks.filter(({ language }) => language === 'js');
  const program = `${retrying?.code}
    console.log((await retrying(() => fetch('${address}'))).status);`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...['--input-type=module', '-e', program],
  ]);
  expect([stdout, calls]).toEqual(['200\n', 3]);
});
