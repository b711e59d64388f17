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
import { until } from '../support/at-end.ts';
import { copyProject } from '../support/project-copy.ts';
import {
  callWith,
  projectRoot,
  type Service,
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

/** `npm start -- --stage prod`. */
let production: Service;
/** `npm run dev` with the packages of `npm ci --omit=dev`, in a copy, with the DynamoDB of `production`. */
let watched: Service;
let root: string;

beforeAll(async () => {
  [production, root] = await Promise.all([
    startService({ args: ['--stage', 'prod'] }),
    copyProject(),
  ]);
  const env = {
    AWS_ENDPOINT_URL_DYNAMODB: production.dynamodbUrl,
    QUOTA_LIMIT: '1000',
    QUOTA_WINDOW_SECONDS: '3600',
  };
  watched = await startService({ root, args: ['--watch'], env });
});

describe('npm run dev', () => {
  test('answers every command that it prints', async () => {
    const lines = watched.output().match(/^ {2}curl .*$/gm) ?? [];
    const answers = await Promise.all(lines.map(sendAsCurl));
    const plan = { name: 'demo', limit: 1000, windowSeconds: 3600 };
    const examples = apiEndpoints.map(
      ({ documentation }) => Object.values(documentation(plan).examples)[0]?.response,
    );
    expect(answers.map((answer) => Object.keys(answer as object))).toEqual(
      examples.map((example) => Object.keys(example as object)),
    );
  });

  test('serves the stage from the given DynamoDB', async () => {
    const key = 'revoked-demo-key';
    const health = await fetch(`${watched.url}/v1/health`, { headers: { 'X-API-Key': key } });
    expect(health.status).toBe(200);
    expect((await callWith(watched, key)).status).toBe(401);
    expect(watched.dynamodbUrl).toBe(production.dynamodbUrl);
  });

  const textAt = async (path: string) => (await fetch(watched.url + path)).text();

  /** Changes a file of the project. Resolves to a function that undoes it. */
  const change = async (file: string, to: (source: string) => string) => {
    const source = await readFile(path.join(root, file), 'utf8');
    await writeFile(path.join(root, file), to(source));
    return () => writeFile(path.join(root, file), source);
  };

  /** How often the program has printed a text. */
  const times = (text: string) => watched.output().split(text).length - 1;

  test('rebuilds a changed function; until it builds, the last build is served', async () => {
    const mend = await change(
      'functions/endpoints/health/handler.ts',
      () => 'export const handler = (',
    );
    await until(() => watched.output().includes('health/handler.ts:1:'));
    expect(await textAt('/v1/health')).toContain('"ok"');
    await mend();
    await change('functions/endpoints/health/endpoint.ts', (source) =>
      source.replace("status: 'ok'", "status: 'changed'"),
    );
    await until(async () => (await textAt('/v1/health')).includes('"changed"'));
    await until(() => /^Rebuilt health$/m.test(watched.output()));
  });

  test('rebuilds the site, with its pages and the description', async () => {
    expect(await textAt('/')).not.toContain('data-changed');
    const mend = await change(
      'lib/site/playground/script.ts',
      (source) => `${source}\nconst a = (`,
    );
    await until(() => watched.output().includes('playground/script.ts:'));
    expect(await textAt('/')).not.toContain('data-changed');
    await mend();
    await change('lib/site/playground/page.ts', (source) =>
      source.replace('<section ', '<section data-changed '),
    );
    await change('lib/openapi/info.ts', (source) => source.replace('Changes', 'changed'));
    await until(async () => (await textAt('/')).includes('data-changed'));
    await until(async () => (await textAt('/openapi.json')).includes('"changed the case'));
    await until(() => /^Rebuilt the site$/m.test(watched.output()));
    // The function, and the site.
    expect(times('does not build')).toBe(2);
  });

  test('finishes requests in flight at a signal, and then ends', async () => {
    const headers = { Expect: '100-continue', 'Content-Type': 'application/json' };
    const sent = request(`${watched.url}/v1/shout`, {
      method: 'POST',
      headers: { ...headers, 'X-API-Key': 'my-key' },
    });
    sent.flushHeaders();
    await once(sent, 'continue');
    const stopped = watched.stop('SIGINT');
    await refused(watched);
    sent.end('{"text":"in flight"}');
    const [response] = await once(sent, 'response');
    expect(response.statusCode).toBe(200);
    expect(await json(response)).toMatchObject({ result: 'IN FLIGHT' });
    expect(await stopped).toBe(0);
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
    (await callerOf(production, token)(method)).status;

  test('prints the addresses of the pages and the sign-in first', () => {
    const { url, signInUrl } = production;
    expect(signInUrl).toMatch(/^http:\/\/localhost:\d+$/);
    expect(production.output().trimStart()).toMatch(
      new RegExp(`^Playground: ${url}/\nDashboard: ${url}/dashboard\nSign-in: ${signInUrl}\n`),
    );
  });

  test('prints the variables for `npm run accounts`', async () => {
    const token = await signIn(production, 'operated@example.com');
    await statusOf('PUT', token);
    const [, exported = ''] = production.output().match(/^ +export (.*)$/m) ?? [];
    const env = Object.fromEntries(exported.split(' ').map((pair) => pair.split(/=(.*)/, 2)));
    const { sub = '' } = decodeJwt(token);
    const id = accountIdOf(sub);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['bin/accounts.ts', 'delete', id, '--yes', '--json', '--stage', 'prod'],
      { cwd: projectRoot, env },
    );
    expect(JSON.parse(stdout)).toMatchObject({ id, sub, email: null, status: 'deleted' });
    expect(await statusOf('GET', token)).toBe(410);
    expect(decodeJwt(await signIn(production, 'operated@example.com')).sub).not.toBe(sub);
  });

  test('logs no address, code and token, and ends with its sign-in', async () => {
    const secrets = ['CONFIDENTIAL@example.com', 'CONFIDENTIAL', '<CONFIDENTIAL'];
    const codeVerifier = verifier();
    const browser = openBrowser();
    const authorization = authorizationUrl(production, codeVerifier);
    const page = browser.next(await browser.open(authorization));
    for (const email of secrets.slice(1)) await browser.open(page, { email });
    const back = await giveAddress(openBrowser(), authorization, 'CONFIDENTIAL@example.com');
    const code = new URL(back).searchParams.get('code') ?? '';
    const tokens = await (await exchange(production, code, codeVerifier)).json();
    const { access_token: revoked = '', id_token: idToken = '' } = tokens as Record<string, string>;
    // A code that is sent again revokes its tokens.
    await exchange(production, code, codeVerifier);
    expect(await statusOf('PUT', revoked)).toBe(401);
    const token = await signIn(production, 'CONFIDENTIAL@example.com');
    const forged = token.slice(0, -8);
    for (const method of ['GET', 'PUT', 'GET', 'DELETE', 'GET', 'PUT']) {
      await Promise.all([token, forged].map((shown) => statusOf(method, shown)));
    }
    await fetch(`${production.signInUrl}/oauth2/userInfo`, { headers: { Authorization: forged } });
    await fetch(`${production.url}/dashboard?code=${code}&state=CONFIDENTIAL`);
    secrets.push(code, codeVerifier, new URL(page).pathname);
    secrets.push(...[revoked, idToken, token].flatMap((shown) => shown.split('.')));

    expect(await production.stop()).toBe(0);
    await expect(fetch(production.signInUrl)).rejects.toThrow('fetch failed');
    const output = production.output();
    expect(output).toContain('PUT /account 401');
    expect(output).toContain('PUT /account 410');
    expect(secrets.filter((secret) => output.includes(secret))).toEqual([]);
  });
});
