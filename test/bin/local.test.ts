/** The local server as a program. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { json, text } from 'node:stream/consumers';
import { describe, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { deriveAccountId } from '../../functions/keys/format.ts';
import { connect, issueKey } from '../support/account-tables.ts';
import { until } from '../support/at-end.ts';
import { copyProject } from '../support/project-copy.ts';
import { serve } from '../support/serve.ts';
import { projectRoot, runNode, startProgram, startService } from '../support/service.ts';
import {
  authorizationUrl,
  createCaller,
  exchange,
  giveAddress,
  openBrowser,
  signIn,
  verifier,
} from '../support/sign-in.ts';

/** What somebody who works with AWS may have set. */
const developer = { AWS_PROFILE: 'work', AWS_USE_FIPS_ENDPOINT: 'true' };

/** `npm run dev -- --stage prod`, in a copy with the packages of `npm ci --omit=dev`. */
const root = await copyProject();
const args = ['--watch', '--stage', 'prod'];
const service = await startService({ root, args, env: developer });

describe('npm run dev', () => {
  const textAt = async (path: string) => (await fetch(service.url + path)).text();

  /** Changes a file of the copy. */
  const change = async (file: string, to: (source: string) => string) =>
    writeFile(path.join(root, file), to(await readFile(path.join(projectRoot, file), 'utf8')));

  test('serves the last build of functions and site until their sources build', async () => {
    expect(await textAt('/')).toContain('<section ');
    const files = ['functions/endpoints/health/handler.ts', 'lib/site/playground/script.ts'];
    for (const file of files) await change(file, (source) => `${source}\nconst a = (`);
    const places = ['health/handler.ts:', 'playground/script.ts:'];
    await until(() => places.every((place) => service.output().includes(place)));
    expect(await textAt('/v1/health')).toContain('"ok"');
    expect(await textAt('/')).toContain('<section ');
    for (const file of files) await change(file, (source) => source);
  });

  test("rebuilds functions, pages and description; an exception's place is one in the sources", async () => {
    await change('functions/endpoints/health/endpoint.ts', (source) =>
      source.replace("status: 'ok'", "status: 'changed'"),
    );
    await change('functions/endpoints/rate-limits/handler.ts', (source) =>
      source.replace('export const', 'const key = undefined; key.at(0); export const'),
    );
    await change('lib/site/playground/page.ts', (source) =>
      source.replace('<section ', '<section data-changed '),
    );
    await change('lib/openapi/info.ts', (source) => source.replace('Changes', 'changed'));
    await until(async () => (await textAt('/openapi.json')).includes('"changed the case'));
    expect(service.output()).toMatch(/^Rebuilt .*rate-limits$/m);
    expect(await textAt('/')).toContain('data-changed');
    expect(await textAt('/v1/health')).toContain('"changed"');
    await textAt('/v1/rate-limits');
    const place = "undefined (reading 'at')\n    at functions/endpoints/rate-limits/handler.ts:";
    await until(() => service.output().includes(place));
  });
});

test.each([
  [() => 'http://127.0.0.1:9', 'DynamoDB does not answer (ECONNREFUSED) at URL.'],
  [() => serve((_, response) => response.end('{')), 'What answers at URL is no DynamoDB.'],
])('an error at the start is one line, and ends the program (%#)', async (start, message) => {
  const url = await start();
  const { ended, written } = startProgram({ env: { AWS_ENDPOINT_URL_DYNAMODB: url } });
  expect(await ended).toBe(1);
  expect(written).toEqual({ stdout: '', stderr: `${message.replace('URL', url)}\n` });
});

describe('a stage with accounts', () => {
  const requestStatus = async (method: string, token: string) =>
    (await createCaller(service, token)(method)).status;

  test('prints the variables for `npm run accounts`', async () => {
    const token = await signIn(service, 'operated@example.com');
    await requestStatus('PUT', token);
    const [, exported = ''] = service.output().match(/^ +export (.*)$/m) ?? [];
    const env = Object.fromEntries(exported.split(' ').map((pair) => pair.split(/=(.*)/, 2)));
    const { sub = '' } = decodeJwt(token);
    const id = deriveAccountId(sub);
    const words = ['delete', id, '--yes', '--json', '--stage', 'prod'];
    // The SDK looks for a home, which a user without an account on the machine lacks.
    const options = { env: { HOME: root, ...developer, ...env } };
    const { stdout } = await runNode(['bin/accounts.ts', ...words], options);
    expect(JSON.parse(stdout)).toMatchObject({ id, sub, email: null, status: 'deleted' });
    expect(await requestStatus('GET', token)).toBe(410);
    expect(decodeJwt(await signIn(service, 'operated@example.com')).sub).not.toBe(sub);
  });

  test('logs no address, code and token', async () => {
    const email = 'CONFIDENTIAL@example.com';
    const codeVerifier = verifier();
    const back = await giveAddress(openBrowser(), authorizationUrl(service, codeVerifier), email);
    const code = new URL(back).searchParams.get('code') ?? '';
    const answer = await exchange(service, code, codeVerifier);
    const tokens = (await answer.json()) as Record<string, string>;
    const { access_token: token = '', id_token: idToken = '' } = tokens;
    // A code that is sent again revokes its tokens.
    await exchange(service, code, codeVerifier);
    expect(await requestStatus('PUT', token)).toBe(401);
    const otherToken = await signIn(service, email);
    for (const method of ['PUT', 'GET', 'DELETE', 'PUT']) await requestStatus(method, otherToken);
    await requestStatus('GET', otherToken.slice(0, -8));
    const headers = { Authorization: otherToken.slice(0, -8) };
    await fetch(`${service.signInUrl}/oauth2/userInfo`, { headers });
    await fetch(`${service.url}/dashboard?code=${code}&state=CONFIDENTIAL`);
    await until(() => service.output().includes('GET /dashboard 200'));
    expect(service.output()).toMatch(/PUT \/account 401.*PUT \/account 410/s);
    const parts = [token, idToken, otherToken].flatMap((shown) => shown.split('.'));
    const secrets = ['CONFIDENTIAL', code, codeVerifier, ...parts];
    expect(secrets.filter((secret) => service.output().includes(secret))).toEqual([]);
  });

  test('finishes requests in flight at a signal, and ends with its sign-in', async () => {
    const key = await issueKey(connect(service.dynamodbUrl));
    const headers = { Expect: '100-continue', 'X-API-Key': key };
    const sent = request(`${service.url}/v1/shout`, { method: 'POST', headers });
    sent.flushHeaders();
    await once(sent, 'continue');
    const stopped = service.stop('SIGINT');
    // Until it refuses connections.
    await expect(until(() => fetch(service.url).then(() => false))).rejects.toThrow('fetch failed');
    sent.end('{"text":"in flight"}');
    const [response] = await once(sent, 'response');
    expect(await json(response)).toMatchObject({ result: 'IN FLIGHT' });
    expect(await stopped).toBe(0);
    await expect(fetch(service.signInUrl)).rejects.toThrow('fetch failed');
  });
});

/** Starts a program that prints `closing` when it shuts down, and ends after half a minute at the latest. */
const startShutdown = (close: string, more: string, shell: readonly string[] = []) => {
  const source = `
    import { onShutdown } from './lib/local/shutdown.ts';
    onShutdown(async () => { console.log('closing'); ${close} });
    setTimeout(() => process.exit(9), 30_000);
    console.log('serving');
    ${more}`;
  const [command = '', ...args] = [...shell, process.execPath, '--input-type=module', '-e', source];
  const env = { ...process.env, npm_lifecycle_event: 'start' };
  return spawn(command, args, { cwd: projectRoot, env });
};

test('a second signal ends the program immediately', async () => {
  const child = startShutdown('await new Promise(() => {});', '');
  const ended = once(child, 'close');
  for await (const written of child.stdout.setEncoding('utf8')) {
    // Earlier, the signal would be ignored.
    if (written.includes('closing')) await new Promise((resolve) => setTimeout(resolve, 300));
    child.kill('SIGTERM');
  }
  expect(await ended).toEqual([1, null]);
});

test('a program shuts down quietly when nobody reads its output any more', async () => {
  const child = startShutdown('', "setInterval(() => console.log('more'), 20);");
  const complaints = text(child.stderr);
  child.stdout.once('data', () => child.stdout.destroy());
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(await complaints).toBe('');
});

test('a program started by npm shuts down when its parent has ended', async () => {
  // Like npm's shell, the parent does not forward the signal that ends it.
  const parent = startShutdown('', '', ['sh', '-c', '"$0" "$@"; exit']);
  let written = '';
  // The output ends with the last process that can write to it.
  for await (const part of parent.stdout.setEncoding('utf8')) {
    written += part;
    if (part.includes('serving')) parent.kill('SIGKILL');
  }
  expect(written).toBe('serving\nclosing\n');
});
