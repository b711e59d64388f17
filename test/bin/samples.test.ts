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
    const guide = ['a-first-request-1', 'your-quota-1'];
    for (const name of [...apiEndpoints.map(({ name }) => name), ...guide]) {
      expect(stdout).toContain(`200 ${name}, curl\n`);
      expect(stdout).toContain(`200 ${name}, javascript\n`);
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

test('copied from docs/client.md with its key, the samples work, and JavaScript needs the key', async () => {
  const { url } = await sharedDemo();
  const page = readPage('docs/client.md');
  const [key, curl, javascript] = ['export AMPLIFY_KEY=', 'curl ', 'if (!process'].map((start) =>
    page.blocks
      .find(({ code }) => code.startsWith(start))
      ?.code.replace('http://localhost:3000', url),
  );
  const run = (command: string) =>
    promisify(execFile)('sh', ['-c', command, 'sh', String(javascript)], {
      env: programEnvironment(),
    });
  const node = `'${process.execPath}' --input-type=module -e "$1"`;
  for (const command of [curl, node]) {
    expect((await run(`${key}${command}`)).stdout).toContain('LOOK OUT!!!');
  }
  await expect(run(node)).rejects.toThrow('AMPLIFY_KEY is not set');
});

test("the guide's samples that wait retry after a 429, with Retry-After or without", async () => {
  const { url } = await sharedDemo();
  let calls = 0;
  const page = await (await fetch(`${url}/guide`)).text();
  const address: string = await serve(({ url: path = '' }, response) => {
    if (path === '/docs') return response.end();
    if (path === '/guide') return response.end(waiting);
    calls += 1;
    if (calls % 3 === 0) return response.end('{}');
    return response.writeHead(429, calls % 3 === 1 ? { 'Retry-After': 1 } : {}).end('{}');
  });
  const waiting = page.slice(page.indexOf('id="your-quota"')).replaceAll(url, address);
  const { stdout } = await runSamples(address, newKey());
  expect(stdout).toContain('2 of 2 samples got a 200.');
  expect(calls).toBe(6);
});
