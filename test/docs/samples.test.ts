/** The samples of the pages work as pasted: in curl, in JavaScript and, where it has `requests`, in Python. */
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { apiEndpoints } from '../../lib/settings/endpoints.ts';
import { pagePaths } from '../../lib/settings/site-routes.ts';
import { clientOf, issueKey } from '../support/account-tables.ts';
import { serve } from '../support/serve.ts';
import { newKey, programEnvironment, sharedDemo, sharedProduction } from '../support/service.ts';
import { readPage } from './pages.ts';

const hasRequests = spawnSync('python3', ['-c', 'import requests']).status === 0;

/** Commands whose last argument is the code. */
const commands: Readonly<Record<string, readonly [string, ...string[]]>> = {
  curl: ['sh', '-c'],
  javascript: [process.execPath, '--input-type=module', '-e'],
  ...(hasRequests && { python: ['python3', '-c'] }),
};
/** curl prints its status last, the others first, each one response. */
const curlWithStatus = `curl() { command curl -sS -w ' %{http_code}' "$@"; }\n`;

/** HTML's character references. */
const characters = new Map([
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&amp;', '&'],
]);

/** The calls among the samples of a page. Those of an endpoint have its name. */
const callsOf = (page: string) =>
  [...page.matchAll(/id="([\w-]+)-\w+" data-language="(\w+)">([^<]*)</g)]
    .map(([, name = '', language = '', code = '']) => ({
      name,
      language,
      code: code.replace(/&\w+;/g, (reference) => String(characters.get(reference))),
    }))
    .filter(({ language, code }) => language in commands && code.includes('/v1/'));

/** Runs a call, with a key of the test's own where the sample has one. Returns why it got no 200. */
const failureOf = async ({ language, code }: ReturnType<typeof callsOf>[number], key: string) => {
  const [command, ...options] = commands[language] ?? [''];
  const script = (language === 'curl' ? curlWithStatus : '') + code.replaceAll('my-key', key);
  const env = { ...programEnvironment(), PATH: process.env.PATH, AMPLIFY_KEY: key };
  const ran = promisify(execFile)(command, [...options, script], { env });
  const { stdout, stderr, message = '' } = await ran.catch((error) => error);
  const succeeded = /^200 |^\{(?!.*\}\{).*\} 200$/s.test(stdout);
  return succeeded ? undefined : `${stdout}${stderr}${message}`;
};

test.each(['demo', 'prod'])('on %s, the samples of all pages get a 200', async (stage) => {
  const service = await (stage === 'demo' ? sharedDemo() : sharedProduction());
  const key = stage === 'demo' ? newKey() : await issueKey(clientOf(service.dynamodbUrl));
  const pages = pagePaths.map(async (path) => (await fetch(service.url + path)).text());
  const calls = (await Promise.all(pages)).flatMap(callsOf);
  const names = calls.map(({ name, language }) => `${name} ${language}`);
  for (const language of Object.keys(commands)) {
    const endpoints = apiEndpoints.map(({ name }) => `${name} ${language}`);
    expect(names).toEqual(expect.arrayContaining(endpoints));
    expect(names.join()).toMatch(new RegExp(`a-first-request-\\d ${language}`));
  }
  for (const call of calls) expect([call, await failureOf(call, key)]).toEqual([call, undefined]);
  // Without its key, a sample fails.
  expect(await failureOf(calls[0] as (typeof calls)[number], 'revoked-demo-key')).toMatch(/401/);
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
