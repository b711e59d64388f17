import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { type LocalDynamoDb, startDynamoDb } from '../../lib/local/local-dynamodb.ts';
import { copyProject } from '../project-copy.ts';
import {
  programEnvironment,
  projectRoot,
  type Service,
  startProgram,
  startService,
} from '../service.ts';
import {
  askAs,
  authorizationUrl,
  exchange,
  giveAddress,
  openBrowser,
  signIn,
  verifier,
} from '../sign-in.ts';
import { until } from '../until.ts';

const shout = (service: Service, text: string, key = 'my-key') =>
  fetch(`${service.url}/v1/shout`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ text }),
  });

/** Sends what a line would have curl send, since not every machine has curl. */
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

/** Runs the program to its end. */
const run = async (...options: Parameters<typeof startProgram>) => {
  const { ended, written } = startProgram(...options);
  return { code: await ended, ...written };
};

const portOf = (server: Server) => String((server.address() as AddressInfo).port);

let external: LocalDynamoDb;

beforeAll(async () => {
  external = await startDynamoDb(0);
});

afterAll(() => external.close());

describe('a running server', () => {
  let service: Service;

  beforeAll(async () => {
    service = await startService({ env: { QUOTA_LIMIT: '1000', QUOTA_WINDOW_SECONDS: '3600' } });
  });

  afterAll(() => service.stop());

  test('serves every line that it prints', async () => {
    const lines = service.output().match(/^ {2}curl .*$/gm) ?? [];
    expect(lines).toHaveLength(6);
    const answers = await Promise.all(lines.map(sendAsCurl));
    expect(answers).toEqual([
      expect.objectContaining({ status: 'ok' }),
      expect.objectContaining({ result: 'HELLO, WORLD' }),
      expect.objectContaining({ result: 'HELLO!!!' }),
      expect.objectContaining({ result: 'hello' }),
      expect.objectContaining({ original: 'hello, world', experimental: true }),
      expect.objectContaining({ limit: 1000 }),
    ]);
  });

  test('has a DynamoDB that other tools can reach', async () => {
    expect(await (await fetch(service.dynamodbUrl)).text()).toMatch(/^healthy/);
  });

  test('stands by its ports: a second one that wants them says so and ends', async () => {
    const ports = {
      PORT: new URL(service.url).port,
      DYNAMODB_PORT: new URL(service.dynamodbUrl).port,
    };
    for (const [variable, port] of Object.entries(ports)) {
      expect(await run({ env: { [variable]: port } })).toEqual({
        code: 1,
        stdout: '',
        stderr: `Port ${port} is in use. Set ${variable} to another one.\n`,
      });
    }
  });

  test('serves the stage with its settings', async () => {
    const health = await fetch(`${service.url}/v1/health`, {
      headers: { 'X-API-Key': 'revoked-demo-key' },
    });
    expect(health.status).toBe(200);
    expect((await shout(service, 'hi', 'revoked-demo-key')).status).toBe(401);
  });
});

describe('a stage with accounts', () => {
  let service: Service;

  beforeAll(async () => {
    service = await startService({ args: ['--stage', 'prod'] });
  });

  afterAll(() => service.stop());

  const ask = (method: string, path: string, token: string, body?: unknown) =>
    askAs(service, token, method, path, body);

  test('says first where the pages are, and then where callers sign in', () => {
    const { url, signInUrl } = service;
    expect(signInUrl).toMatch(/^http:\/\/localhost:\d+$/);
    expect(service.output().trimStart()).toMatch(
      new RegExp(
        `^Playground: ${url}/playground\nDashboard: ${url}/dashboard\nSign-in: ${signInUrl}\n`,
      ),
    );
  });

  test('lets callers make a key that works, and go', async () => {
    const token = await signIn(service, 'caller@example.com');
    expect((await ask('GET', '/account', token)).status).toBe(404);
    const opened = await ask('PUT', '/account', token);
    expect(await opened.json()).toMatchObject({ email: 'caller@example.com', keys: [] });
    const made = await ask('POST', '/account/keys', token, { name: 'laptop' });
    const { key, item } = (await made.json()) as { key: string; item: { id: string } };
    expect((await shout(service, 'hi', key)).status).toBe(200);
    const rotated = await ask('POST', `/account/keys/${item.id}/rotate`, token, {
      grace_seconds: 3_600,
    });
    expect(rotated.status).toBe(201);
    expect((await ask('DELETE', '/account', token)).status).toBe(204);
    // Their sign-in is gone as well: the same address is somebody new.
    const again = await signIn(service, 'caller@example.com');
    expect((await ask('GET', '/account', token)).status).toBe(410);
    expect((await ask('GET', '/account', again)).status).toBe(404);
  });

  test.each(['GET /account', 'POST /account/keys/x/rotate', 'DELETE /account/keys/x'])(
    'refuses %s from who has not signed in, before any function runs',
    async (route) => {
      const [method = '', path = ''] = route.split(' ');
      const [header, claims] = (await signIn(service, 'caller@example.com')).split('.');
      for (const token of ['', 'nonsense', `${header}.${claims}.`]) {
        const answer = await ask(method, path, token);
        expect(answer.status).toBe(401);
        expect(await answer.json()).toEqual({ message: 'Unauthorized' });
        expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
      }
    },
  );

  test('prints what the operator exports for their tools', async () => {
    const token = await signIn(service, 'operated@example.com');
    await ask('PUT', '/account', token);
    const [, exported = ''] = service.output().match(/^ +export (.*)$/m) ?? [];
    const env = Object.fromEntries(exported.split(' ').map((pair) => pair.split(/=(.*)/, 2)));
    const { sub = '' } = decodeJwt(token);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['bin/accounts.ts', 'delete', sub, '--yes', '--json', '--stage', 'prod'],
      { cwd: projectRoot, env },
    );
    expect(JSON.parse(stdout)).toMatchObject({ id: sub, email: null, status: 'deleted' });
    expect((await ask('GET', '/account', token)).status).toBe(410);
    expect(decodeJwt(await signIn(service, 'operated@example.com')).sub).not.toBe(sub);
  });

  test('stands by the port of its sign-in', async () => {
    const { port } = new URL(service.signInUrl);
    expect(await run({ args: ['--stage', 'prod'], env: { SIGN_IN_PORT: port } })).toEqual({
      code: 1,
      stdout: '',
      stderr: `Port ${port} is in use. Set SIGN_IN_PORT to another one.\n`,
    });
  });

  test('writes down neither an address, nor a code or a token, and ends with its sign-in', async () => {
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
    // Who sends a code again ends what it was good for.
    await exchange(service, code, codeVerifier);
    expect((await ask('PUT', '/account', revoked)).status).toBe(503);
    const token = await signIn(service, 'CONFIDENTIAL@example.com');
    const forged = token.slice(0, -8);
    for (const method of ['GET', 'PUT', 'GET', 'DELETE', 'GET', 'PUT']) {
      await Promise.all([token, forged].map((shown) => ask(method, '/account', shown)));
    }
    await fetch(`${service.signInUrl}/oauth2/userInfo`, { headers: { Authorization: forged } });
    await fetch(`${service.url}/dashboard?code=${code}&state=CONFIDENTIAL`);
    secrets.push(code, codeVerifier, new URL(page).pathname);
    secrets.push(...[revoked, idToken, token].flatMap((shown) => shown.split('.')));

    expect(await service.stop()).toBe(0);
    await expect(fetch(service.signInUrl)).rejects.toThrow('fetch failed');
    const output = service.output();
    expect(output).toContain('SIGN_IN_STATUS_401');
    expect(output).toContain('PUT /account 410');
    expect(secrets.filter((secret) => output.includes(secret))).toEqual([]);
  });
});

test('a value that can not be is refused in one line', async () => {
  expect(await run({ env: { PORT: 'http' } })).toEqual({
    code: 1,
    stdout: '',
    stderr: 'PORT must be a whole number from 0 to 65535, not "http".\n',
  });
});

test('an unknown stage is refused with the known ones', async () => {
  const { code, stderr } = await run({ args: ['--stage', 'moon'] });
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: 'Unknown stage "moon". The stages are: demo, dev, prod.\n',
  });
});

test('a DynamoDB that is not there, or does not answer, is said in one line', async () => {
  const silent = createServer((socket) => socket.on('error', () => {}));
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const gone = createServer();
  await once(gone.listen(0, '127.0.0.1'), 'listening');
  const urls = [silent, gone].map((server) => `http://127.0.0.1:${portOf(server)}`);
  gone.close();
  const ends = await Promise.all(
    urls.map((url) => run({ env: { AWS_ENDPOINT_URL_DYNAMODB: url } })),
  );
  silent.close();
  expect(ends.map(({ code, stderr }) => ({ code, stderr }))).toEqual([
    {
      code: 1,
      stderr: `No DynamoDB answers at ${urls[0]} (AWS_ENDPOINT_URL_DYNAMODB): ETIMEDOUT.\n`,
    },
    {
      code: 1,
      stderr: `No DynamoDB answers at ${urls[1]} (AWS_ENDPOINT_URL_DYNAMODB): ECONNREFUSED.\n`,
    },
  ]);
});

describe('a signal', () => {
  /** A way to DynamoDB that can be shut, so that a request can be kept in flight. */
  const startGate = async () => {
    let shut = false;
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
    const server = createServer((socket) => {
      const upstream = connect(Number(new URL(external.url).port), '127.0.0.1');
      for (const end of [socket, upstream]) end.on('error', () => {});
      upstream.pipe(socket);
      socket.on('data', async (data) => {
        if (shut) reach();
        if (shut) await opened;
        upstream.write(data);
      });
      socket.on('close', () => upstream.destroy());
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${portOf(server)}`;
    return {
      env: { AWS_ENDPOINT_URL_DYNAMODB: url },
      shut: () => {
        shut = true;
      },
      open,
      reached,
      close: () => server.close(),
    };
  };

  test('requests in flight finish', async () => {
    const gate = await startGate();
    const service = await startService(gate);
    expect(service.dynamodbUrl).toBe(gate.env.AWS_ENDPOINT_URL_DYNAMODB);
    gate.shut();
    const response = shout(service, 'in flight');
    await gate.reached;
    const stopped = service.stop('SIGINT');
    await refused(service);
    gate.open();
    expect((await response).status).toBe(200);
    expect(await (await response).json()).toMatchObject({ result: 'IN FLIGHT' });
    expect(await stopped).toBe(0);
    gate.close();
  });

  test('nothing is waited for after a second one', async () => {
    const gate = await startGate();
    const service = await startService(gate);
    gate.shut();
    const response = shout(service, 'in flight').catch(() => 'cut off');
    await gate.reached;
    const stopped = service.stop();
    await refused(service);
    await new Promise((resolve) => setTimeout(resolve, 500));
    await service.stop();
    expect(await stopped).toBe(1);
    expect(await response).toBe('cut off');
    gate.close();
  });

  /** Waits until a server takes no more connections. */
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
});

test('a server that npm started ends with its parent', async () => {
  // The parent is what npm's shell is: killed by a signal that it does not pass on.
  const parent = spawn('sh', ['-c', '"$0" bin/local.ts; exit', process.execPath], {
    cwd: projectRoot,
    env: {
      ...programEnvironment(),
      PORT: '0',
      DYNAMODB_PORT: '0',
      npm_lifecycle_event: 'start',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let written = '';
  // Its output ends when the last process that can write to it has ended.
  for await (const text of parent.stdout) {
    written += text;
    if (/\/v1\/rate-limits .*\n/.test(written)) parent.kill('SIGKILL');
  }
  const [url = ''] = written.match(/http:\S+/) ?? [];
  await expect(fetch(url)).rejects.toThrow('fetch failed');
});

describe('a watched project', () => {
  let root: string;
  let service: Service;

  beforeAll(async () => {
    root = await copyProject();
    service = await startService({ root, args: ['--watch'] });
  });

  const textAt = async (path: string) => (await fetch(service.url + path)).text();

  /** Changes a file of the project; the function that comes back undoes it. */
  const change = async (file: string, to: (source: string) => string) => {
    const source = await readFile(path.join(root, file), 'utf8');
    await writeFile(path.join(root, file), to(source));
    return () => writeFile(path.join(root, file), source);
  };

  /** How often something was written so far. */
  const times = (text: string) => service.output().split(text).length - 1;

  test('a changed function is built again, and the last one that did build serves until then', async () => {
    const mend = await change('functions/health.ts', () => 'export const handler = (');
    await until(() => service.output().includes('health.ts:1:'));
    expect(await textAt('/v1/health')).toContain('"ok"');
    await mend();
    await change('functions/health.ts', (source) => source.replace("'ok'", "'changed'"));
    await until(async () => (await textAt('/v1/health')).includes('"changed"'));
    await until(() => /^Rebuilt health$/m.test(service.output()));
  });

  test('so is the site, with its pages and the description', async () => {
    expect(await textAt('/playground')).not.toContain('changed');
    const mend = await change('lib/site/pages/playground.ts', (source) => `${source}\nconst a = (`);
    await until(() => service.output().includes('playground.ts:'));
    expect(await textAt('/playground')).not.toContain('changed');
    await mend();
    await change('lib/site/pages/playground.html', (source) =>
      source.replace('<title>', '<title>changed '),
    );
    await change('lib/openapi/info.ts', (source) => source.replace('Changes', 'changed'));
    await until(async () => (await textAt('/playground')).includes('changed'));
    await until(async () => (await textAt('/openapi.json')).includes('"changed the case'));
    await until(() => /^Rebuilt the site$/m.test(service.output()));
    expect(times('does not build')).toBe(1);
    expect(await service.stop()).toBe(0);
  });
});
