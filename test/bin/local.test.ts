/** The local server as a program. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { parseArgs, promisify } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { accountIdOf } from '../../functions/keys/format.ts';
import { apiEndpoints } from '../../lib/settings/endpoints.ts';
import { clientOf, issueKey } from '../support/account-tables.ts';
import { until } from '../support/at-end.ts';
import { copyProject } from '../support/project-copy.ts';
import {
  projectRoot,
  type Service,
  sharedDemo,
  startProgram,
  startService,
} from '../support/service.ts';
import {
  authorizationUrl,
  callerOf,
  exchange,
  giveAddress,
  openBrowser,
  signIn,
  verifier,
} from '../support/sign-in.ts';

/** Sends the request of a curl command. curl itself may be missing. */
const sendAsCurl = async (line: string) => {
  const script = `curl() { printf '%s\\0' "$@"; }; ${line}`;
  const { stdout } = await promisify(execFile)('sh', ['-c', script]);
  const { values, positionals } = parseArgs({
    args: stdout.split('\0').slice(0, -1),
    options: {
      header: { type: 'string', short: 'H', multiple: true, default: [] },
      data: { type: 'string', short: 'd' },
    },
    allowPositionals: true,
  });
  const response = await fetch(String(positionals), {
    headers: values.header.map((header) => header.split(': ', 2) as [string, string]),
    ...(values.data && { method: 'POST', body: values.data }),
  });
  return response.json();
};

/** Waits until a server refuses connections. */
const refused = async ({ url }: Service) => {
  for (;;) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const refused = await new Promise((resolve) => {
      socket.on('connect', () => resolve(false)).on('error', () => resolve(true));
    });
    socket.destroy();
    if (refused) return;
  }
};

/** What somebody who works with AWS may have set. */
const developer = { AWS_PROFILE: 'work', AWS_USE_FIPS_ENDPOINT: 'true' };

/** `npm run dev -- --stage prod`, in a copy with the packages of `npm ci --omit=dev`. */
let service: Service;
let root: string;

beforeAll(async () => {
  root = await copyProject();
  service = await startService({ root, args: ['--watch', '--stage', 'prod'], env: developer });
});

test('every command that `npm start` prints is answered', async () => {
  const { printed } = sharedDemo();
  const lines = printed.match(/^ {2}curl .*$/gm) ?? [];
  const answers = await Promise.all(lines.map(sendAsCurl));
  const plan = { name: 'demo', limit: 30, windowSeconds: 86_400 };
  const examples = apiEndpoints.map(
    ({ documentation }) => Object.values(documentation(plan).examples)[0]?.response,
  );
  expect(answers.map((answer) => Object.keys(answer as object))).toEqual(
    examples.map((example) => Object.keys(example as object)),
  );
});

describe('npm run dev', () => {
  const textAt = async (path: string) => (await fetch(service.url + path)).text();

  /** Changes a file of the project. Resolves to a function that undoes it. */
  const change = async (file: string, to: (source: string) => string) => {
    const source = await readFile(path.join(root, file), 'utf8');
    await writeFile(path.join(root, file), to(source));
    return () => writeFile(path.join(root, file), source);
  };

  /** How often the program has printed a text. */
  const times = (text: string) => service.output().split(text).length - 1;

  test('rebuilds a changed function; until it builds, the last build is served', async () => {
    const mend = await change(
      'functions/endpoints/health/handler.ts',
      () => 'export const handler = (',
    );
    await until(() => service.output().includes('health/handler.ts:1:'));
    expect(await textAt('/v1/health')).toContain('"ok"');
    await mend();
    await change('functions/endpoints/health/endpoint.ts', (source) =>
      source.replace("status: 'ok'", "status: 'changed'"),
    );
    await until(() => /^Rebuilt health$/m.test(service.output()));
    expect(await textAt('/v1/health')).toContain('"changed"');
  });

  test("shows an exception's message and its place in the sources", async () => {
    const mend = await change('functions/endpoints/rate-limits/endpoint.ts', (source) =>
      source.replace(
        'export const work =',
        'const key = undefined; key.at(0); export const work =',
      ),
    );
    await until(() => /^Rebuilt rate-limits$/m.test(service.output()));
    await textAt('/v1/rate-limits');
    const place = "undefined (reading 'at')\n    at functions/endpoints/rate-limits/endpoint.ts:";
    await until(() => service.output().includes(place));
    await mend();
  });

  test('rebuilds the site, with its pages and the description', async () => {
    expect(await textAt('/')).not.toContain('data-changed');
    const mend = await change(
      'lib/site/playground/script.ts',
      (source) => `${source}\nconst a = (`,
    );
    await until(() => service.output().includes('playground/script.ts:'));
    expect(await textAt('/')).not.toContain('data-changed');
    await mend();
    await change('lib/site/playground/page.ts', (source) =>
      source.replace('<section ', '<section data-changed '),
    );
    await change('lib/openapi/info.ts', (source) => source.replace('Changes', 'changed'));
    const before = times('Rebuilt the site');
    const isRebuilt = async () =>
      times('Rebuilt the site') > before &&
      (await textAt('/openapi.json')).includes('"changed the case');
    await until(isRebuilt);
    expect(await textAt('/')).toContain('data-changed');
    // The function, and the site.
    expect(times('does not build')).toBe(2);
  });
});

test('an error at the start is one line, and ends the program', async () => {
  const url = 'http://127.0.0.1:9';
  const { ended, written } = startProgram({ env: { AWS_ENDPOINT_URL_DYNAMODB: url } });
  expect(await ended).toBe(1);
  expect(written).toEqual({
    stdout: '',
    stderr: `DynamoDB does not answer at ${url} (AWS_ENDPOINT_URL_DYNAMODB): ECONNREFUSED.\n`,
  });
});

describe('a stage with accounts', () => {
  const statusOf = async (method: string, token: string) =>
    (await callerOf(service, token)(method)).status;

  test('prints the addresses of the pages and the sign-in first', () => {
    const { url, signInUrl } = service;
    expect(signInUrl).toMatch(/^http:\/\/localhost:\d+$/);
    expect(service.output().trimStart()).toMatch(
      new RegExp(`^Playground: ${url}/\nDashboard: ${url}/dashboard\nSign-in: ${signInUrl}\n`),
    );
  });

  test('prints the variables for `npm run accounts`', async () => {
    const token = await signIn(service, 'operated@example.com');
    await statusOf('PUT', token);
    const [, exported = ''] = service.output().match(/^ +export (.*)$/m) ?? [];
    const env = Object.fromEntries(exported.split(' ').map((pair) => pair.split(/=(.*)/, 2)));
    const { sub = '' } = decodeJwt(token);
    const id = accountIdOf(sub);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['bin/accounts.ts', 'delete', id, '--yes', '--json', '--stage', 'prod'],
      { cwd: projectRoot, env: { ...developer, ...env } },
    );
    expect(JSON.parse(stdout)).toMatchObject({ id, sub, email: null, status: 'deleted' });
    expect(await statusOf('GET', token)).toBe(410);
    expect(decodeJwt(await signIn(service, 'operated@example.com')).sub).not.toBe(sub);
  });

  test('logs no address, code and token, finishes requests in flight at a signal, and ends with its sign-in', async () => {
    const secrets = ['CONFIDENTIAL@example.com', 'CONFIDENTIAL', '<CONFIDENTIAL'];
    const codeVerifier = verifier();
    const browser = openBrowser();
    const authorization = authorizationUrl(service, codeVerifier);
    const page = browser.next(await browser.open(authorization));
    for (const email of secrets.slice(1)) await browser.open(page, { email });
    const back = await giveAddress(openBrowser(), authorization, 'CONFIDENTIAL@example.com');
    const code = new URL(back).searchParams.get('code') ?? '';
    const tokens = await (await exchange(service, code, codeVerifier)).json();
    const { access_token: revoked = '', id_token: idToken = '' } = tokens as Record<string, string>;
    // A code that is sent again revokes its tokens.
    await exchange(service, code, codeVerifier);
    expect(await statusOf('PUT', revoked)).toBe(401);
    const token = await signIn(service, 'CONFIDENTIAL@example.com');
    const forged = token.slice(0, -8);
    for (const method of ['GET', 'PUT', 'GET', 'DELETE', 'GET', 'PUT']) {
      await Promise.all([token, forged].map((shown) => statusOf(method, shown)));
    }
    await fetch(`${service.signInUrl}/oauth2/userInfo`, { headers: { Authorization: forged } });
    await fetch(`${service.url}/dashboard?code=${code}&state=CONFIDENTIAL`);
    secrets.push(code, codeVerifier, new URL(page).pathname);
    secrets.push(...[revoked, idToken, token].flatMap((shown) => shown.split('.')));

    // A request in flight is finished at a signal.
    const key = await issueKey(clientOf(service.dynamodbUrl));
    const headers = { Expect: '100-continue', 'X-API-Key': key };
    const sent = request(`${service.url}/v1/shout`, { method: 'POST', headers });
    sent.flushHeaders();
    await once(sent, 'continue');
    const stopped = service.stop('SIGINT');
    await refused(service);
    sent.end('{"text":"in flight"}');
    const [response] = await once(sent, 'response');
    expect(await json(response)).toMatchObject({ result: 'IN FLIGHT' });
    expect(await stopped).toBe(0);
    await expect(fetch(service.signInUrl)).rejects.toThrow('fetch failed');
    const output = service.output();
    expect(output).toContain('PUT /account 401');
    expect(output).toContain('PUT /account 410');
    expect(secrets.filter((secret) => output.includes(secret))).toEqual([]);
  });
});
