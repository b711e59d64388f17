/** The probe over HTTP: the service, other servers in its place, and a Parameter Store. */
import { writeFile } from 'node:fs/promises';
import type { IncomingMessage, RequestListener } from 'node:http';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { parameterReader } from '../../../functions/aws/parameter.ts';
import { work as health } from '../../../functions/endpoints/health/endpoint.ts';
import { probe } from '../../../functions/probe/probe.ts';
import { localCredentials } from '../../../lib/local/developer-credentials.ts';
import { buildFunctions } from '../../../lib/settings/bundling.ts';
import { newFolder } from '../../support/at-end.ts';
import { serve } from '../../support/serve.ts';
import { sharedDemo } from '../../support/service.ts';

const key = 'secret-key-of-the-probe';
const keyParameter = '/amplify/test/probe-key';

/** A server in the service's place. */
let serviceUrl: string;
let seen: IncomingMessage[];
let reply: RequestListener;
/** One in the Parameter Store's place. */
let parametersRead: unknown[];
let parameter: { readonly status: number; readonly body: unknown };
let time: number;

const value = (Value: string) => ({
  status: 200,
  body: { Parameter: { Name: keyParameter, Type: 'SecureString', Value } },
});

const quota = { requests_remaining: 30, limit: 30, resets_in_seconds: 42, status: 'ok' };
const quotaHeaders = {
  'X-RateLimit-Limit': '30',
  'X-RateLimit-Remaining': '30',
  'X-RateLimit-Reset': '42',
};

const shouted = { original: 'probe', result: 'PROBE', characters_amplified: 5 };

/** The service's answers to both calls with a key. */
const good: RequestListener = (request, response) =>
  request.method === 'POST'
    ? answer(200, shouted)(request, response)
    : answer(200, quota, quotaHeaders)(request, response);

const answer =
  (
    status: number,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

beforeAll(async () => {
  serviceUrl = await serve((request, response) => {
    seen.push(request);
    reply(request, response);
  });
  const parameterStore = await serve(async (request, response) => {
    parametersRead.push([request.headers['x-amz-target'], await json(request)]);
    response.writeHead(parameter.status, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(JSON.stringify(parameter.body));
  });
  Object.assign(process.env, localCredentials, { AWS_ENDPOINT_URL_SSM: parameterStore });
});

beforeEach(() => {
  seen = [];
  reply = good;
  parametersRead = [];
  parameter = value(key);
  time = 0;
});

afterEach(() => {
  jest.restoreAllMocks();
});

const probing = (baseUrl: string, named?: string, answer = 30_000) =>
  probe({
    baseUrl,
    keyParameter: named,
    readParameter: parameterReader(),
    timeouts: { connection: 30_000, answer },
    now: () => time,
  });

/** The message of a failed probe, which reveals nothing of the key. */
const failureOf = async (probed: Promise<void>): Promise<string> => {
  const failure = await probed.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(Error);
  expect(inspect(failure, { depth: 10, showHidden: true })).not.toContain(key);
  expect(Object.keys(failure as Error)).toEqual([]);
  return (failure as Error).message;
};

test('the service itself passes, with a key and without', async () => {
  const { url } = sharedDemo();
  await probing(url, keyParameter)();
  await probing(url)();
  expect(parametersRead).toHaveLength(1);
});

test('with a key it reads and writes, and sends the key nowhere else', async () => {
  parameter = value(`${key}\n`);
  await probing(serviceUrl, keyParameter)();
  expect(parametersRead).toEqual([
    ['AmazonSSM.GetParameter', { Name: keyParameter, WithDecryption: true }],
  ]);
  const calls = seen.map(({ method, url, headers }) => [method, url, headers['x-api-key']]);
  expect(calls.sort()).toEqual([
    ['GET', '/v1/rate-limits', key],
    ['POST', '/v1/shout', key],
  ]);
  const other = await serve(good);
  reply = answer(307, '', { location: `${other}/v1/rate-limits` });
  expect(await failureOf(probing(serviceUrl, keyParameter)())).toBe(
    'GET /v1/rate-limits: 307; POST /v1/shout: 307',
  );
});

test('without a parameter it reads the health only, whose version has three numbers', async () => {
  reply = answer(200, health('0.1.4'));
  await probing(serviceUrl)();
  expect(seen.map(({ url, headers }) => [url, headers['x-api-key']])).toEqual([
    ['/v1/health', undefined],
  ]);
  expect(parametersRead).toEqual([]);
  reply = answer(200, health('0.1'));
  expect(await failureOf(probing(serviceUrl)())).toBe(
    'GET /v1/health: 200, but not from this service',
  );
});

test('the key is read again after five minutes', async () => {
  const run = probing(serviceUrl, keyParameter);
  await run();
  time = 299_999;
  await run();
  expect(parametersRead).toHaveLength(1);
  time = 300_000;
  await run();
  expect(parametersRead).toHaveLength(2);
});

test('a key that cannot be read is a failure, and the next probe reads it again', async () => {
  const run = probing(serviceUrl, keyParameter);
  parameter = { status: 400, body: { __type: 'ParameterNotFound', message: key } };
  expect(await failureOf(run())).toBe(
    `The parameter ${keyParameter} cannot be read: ParameterNotFound`,
  );
  expect(seen).toEqual([]);
  parameter = value(key);
  await run();
  expect(seen).toHaveLength(2);
});

const otherService = '200, but not from this service';
const mismatch = '200, but its quota headers do not match its body';
const quotaWith = (headers: object) => answer(200, quota, { ...quotaHeaders, ...headers });

test.each<readonly [string, string, RequestListener]>([
  ['500', '500', answer(500, { detail: key })],
  ["the service's own 429", '429', answer(429, { detail: 'Quota exhausted.' })],
  ['that of API Gateway', '429 of API Gateway', answer(429, { message: 'Too Many Requests' })],
  ['another success', '201', answer(201, quota, quotaHeaders)],
  ['a page', otherService, answer(200, '<html>')],
  ['the health', otherService, answer(200, health('0.1.4'), quotaHeaders)],
  ['other slots left', mismatch, quotaWith({ 'X-RateLimit-Remaining': '29' })],
  ['another reset', mismatch, quotaWith({ 'X-RateLimit-Reset': '43' })],
  ['the end of the connection', 'no response, ECONNRESET', (request) => request.socket.destroy()],
])('%s is a failure', async (_, fault, listener) => {
  reply = (request, response) => (request.method === 'GET' ? listener : good)(request, response);
  expect(await failureOf(probing(serviceUrl, keyParameter)())).toBe(
    `GET /v1/rate-limits: ${fault}`,
  );
});

test.each([
  ['fails', '503', answer(503, { detail: key })],
  ['is wrong', otherService, answer(200, { ...shouted, result: 'probe' })],
] as const)(
  'a write that %s is a failure, although the service reads',
  async (_, fault, listener) => {
    reply = (request, response) => (request.method === 'POST' ? listener : good)(request, response);
    expect(await failureOf(probing(serviceUrl, keyParameter)())).toBe(`POST /v1/shout: ${fault}`);
  },
);

test('half a response is a failure, in the end', async () => {
  reply = (_, response) =>
    void response.writeHead(200, { 'content-length': 100 }).write('{"limit":');
  expect(await failureOf(probing(serviceUrl, keyParameter, 50)())).toBe(
    'GET /v1/rate-limits: no response, ETIMEDOUT; POST /v1/shout: no response, ETIMEDOUT',
  );
});

test('the bundled function reads its settings from the environment', async () => {
  const bundle = path.join(await newFolder(), 'index.mjs');
  await writeFile(bundle, (await buildFunctions(['probe'])).get('probe')?.code ?? '');
  Object.assign(process.env, { BASE_URL: serviceUrl, KEY_PARAMETER: keyParameter });
  const { handler } = await import(bundle);
  await handler();
  expect(seen.map(({ headers }) => headers['x-api-key'])).toEqual([key, key]);
  reply = answer(401, { detail: 'no' });
  const advice = `401: put a valid key into ${keyParameter}`;
  expect(await failureOf(handler())).toBe(
    `GET /v1/rate-limits: ${advice}; POST /v1/shout: ${advice}`,
  );
});
