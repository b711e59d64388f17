/** The samples of the pages work as pasted: in curl, in JavaScript and, where it has `requests`, in Python. */
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { apiEndpoints } from '../../lib/settings/endpoints.ts';
import { pagePaths } from '../../lib/settings/site-routes.ts';
import { serve } from '../support/serve.ts';
import { newKey, programEnvironment, sharedDemo, sharedProduction } from '../support/service.ts';
import { expectOn, readPage } from './pages.ts';

const hasRequests = spawnSync('python3', ['-c', 'import requests']).status === 0;

const curlWithStatus = `curl() { command curl -sS -w '\\n%{http_code} \\n' "$@"; }`;

/** The command that runs samples of a language one after another. Each prints a status at the beginning of a line. */
const commands: Readonly<Record<string, (codes: readonly string[]) => [string, ...string[]]>> = {
  curl: (codes) => ['sh', '-c', [curlWithStatus, ...codes].join('\n')],
  javascript: (codes) => {
    const program = codes.map((code) => `{ ${code} }`).join('\n');
    return [process.execPath, '--input-type=module', '-e', program];
  },
  ...(hasRequests && { python: (codes) => ['python3', '-c', codes.join('\n')] }),
};

/** The calls among the samples of a server's pages, to the demo's address. Those of an endpoint have its name. */
const readCalls = async (server: string, demo: string) => {
  const pages = pagePaths.map(async (path) => (await fetch(server + path)).text());
  const html = (await Promise.all(pages)).join('').replaceAll(server, demo);
  return [...html.matchAll(/id="([\w-]+)-\w+" data-language="(\w+)">([^<]*)</g)]
    .map(([, name = '', language = '', code = '']) => ({
      name,
      language,
      code: code
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&'),
    }))
    .filter(({ code }) => code.includes('/v1/'));
};

/** Runs samples of a language, with a key of the test's own where they have one. Returns what they print. */
const readOutput = async (language: string, codes: readonly string[], key: string) => {
  const withKey = codes.map((code) => code.replaceAll('my-key', key));
  const [command, ...args] = commands[language]?.(withKey) ?? [''];
  const env = { ...programEnvironment(), AMPLIFY_KEY: key };
  const ran = promisify(execFile)(command, args, { env });
  const { stdout, stderr, message = '' } = await ran.catch((error) => error);
  return `${stdout}${stderr}${message}`;
};

test('the samples of all pages get a 200', async () => {
  const { url } = sharedDemo();
  const servers = [url, sharedProduction().url];
  const stages = await Promise.all(servers.map((server) => readCalls(server, url)));
  for (const language of Object.keys(commands)) {
    const samples = stages.map((calls) => calls.filter((call) => call.language === language));
    for (const stageSamples of samples) {
      const names = stageSamples.map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(apiEndpoints.map(({ name }) => name)));
      expect(names.join()).toMatch(/a-first-request-\d/);
    }
    const codes = [...new Set(samples.flat().map(({ code }) => code))];
    const output = await readOutput(language, codes, newKey());
    const statuses = output.match(/^\d{3} /gm);
    expect([output, statuses]).toEqual([output, codes.map(() => '200 ')]);
  }
  // Without its key, a sample fails.
  const [sample] = stages.flat();
  expect(await readOutput('curl', [String(sample?.code)], 'revoked-demo-key')).toMatch(/^401 /m);
});

test("the guide's retrying waits after a 429, with Retry-After or without", async () => {
  let calls = 0;
  const address = await serve((_, response) => {
    calls += 1;
    if (calls === 3) return response.end();
    return response.writeHead(429, calls === 1 ? { 'Retry-After': 1 } : {}).end();
  });
  expectOn('docs/client.md', ['\nconst retrying = ']);
  const { code } = readPage('docs/client.md');
  const program = `${code.find((block) => block.startsWith('const retrying'))}
    console.log((await retrying(() => fetch('${address}'))).status);`;
  const args = ['--input-type=module', '-e', program];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect([stdout, calls]).toEqual(['200\n', 3]);
});
