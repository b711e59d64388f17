/** The probe over HTTP: the service, and other servers in its place. */
import type { IncomingMessage, RequestListener } from 'node:http';
import { inspect } from 'node:util';
import { beforeEach, expect, jest, test } from '@jest/globals';
import type { SettingsFor } from '../../../functions/environment/environment.ts';
import { parseAccountId } from '../../../functions/keys/format.ts';
import { createProbe, type needs } from '../../../functions/probe/probe.ts';
import { unauthorizedDetails } from '../../../functions/request/access.ts';
import { serve } from '../../support/serve.ts';
import { sharedDemo, sharedProduction } from '../../support/service.ts';

const plan = { name: 'free', limit: 30, windowSeconds: 60 };
const keys: Readonly<Record<Stage, SettingsFor<typeof needs>['KEYS']>> = {
  demo: { policy: 'demo', plan, revokedHashes: [] },
  prod: { policy: 'issued', plans: [plan], activeKeys: 5 },
};
type Stage = 'demo' | 'prod';

let seen: IncomingMessage[];
let reply: RequestListener;

const answer =
  (status: number, body: unknown, headers = {}): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

const shouted = { original: 'probe', result: 'PROBE', characters_amplified: 5 };
const { badKey, noKey } = unauthorizedDetails(true);

/** Of a server in the service's place. */
const serviceUrl = await serve((request, response) => {
  seen.push(request);
  reply(request, response);
});

beforeEach(() => {
  seen = [];
});

const probing = (stage: Stage, BASE_URL = serviceUrl, answer = 30_000) =>
  createProbe({ BASE_URL, STAGE: stage, KEYS: keys[stage] }, { connection: 30_000, answer });

/** The message of a failed probe, which reveals nothing of its keys. */
const readFailure = async (probed: Promise<void>): Promise<string> => {
  const failure = await probed.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(Error);
  const inspected = inspect(failure, { depth: 10, showHidden: true });
  for (const { headers } of seen) expect(inspected).not.toContain(headers['x-api-key']);
  expect(Object.keys(failure as Error)).toEqual([]);
  return (failure as Error).message;
};

test('the service passes, with demo keys and with issued ones', async () => {
  await probing('demo', sharedDemo().url)();
  const { url } = sharedProduction();
  Object.assign(process.env, { BASE_URL: url, STAGE: 'prod', KEYS: JSON.stringify(keys.prod) });
  const { handler } = await import('../../../functions/probe/handler.ts');
  await handler();
});

test.each([
  ['demo', 'POST', '/v1/shout', 200, shouted],
  ['prod', 'GET', '/v1/rate-limits', 401, { detail: badKey }],
] as const)('on %s each run calls with a new key', async (stage, method, url, status, body) => {
  reply = answer(status, body);
  const run = probing(stage);
  await run();
  await run();
  expect(seen).toMatchObject([
    { method, url },
    { method, url },
  ]);
  const keys = seen.map(({ headers }) => String(headers['x-api-key']));
  expect(new Set(keys).size).toBe(2);
  const accounts = keys.map((key) => parseAccountId(key, 'prod'));
  expect(new Set(accounts).size).toBe(stage === 'prod' ? 2 : 1);
});

test.each(['demo', 'prod'] as const)('on %s a flood of all callers is counted', async (Stage) => {
  reply = answer(429, { message: 'Too Many Requests' });
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  await probing(Stage)();
  const [[line] = []] = write.mock.calls;
  write.mockRestore();
  expect(JSON.parse(String(line))).toMatchObject({ Stage, ProbeRefusal: 1 });
});

const otherService = 'but not from this service';
const redirect = answer(307, '', { location: '/' });
const closing: RequestListener = (request) => request.socket.destroy();
const half: RequestListener = (_, response) =>
  void response.writeHead(200, { 'content-length': 100 }).write('{"original":');

test.each<readonly [string, Stage, string, RequestListener]>([
  ['503', 'demo', '503', answer(503, { detail: 'Try again in 2 s.' })],
  ["the service's own 429", 'demo', '429', answer(429, { detail: 'Too many requests.' })],
  ['another success', 'demo', '201', answer(201, shouted)],
  ['a redirect', 'demo', '307', redirect],
  ['a page', 'demo', `200, ${otherService}`, answer(200, '<html>')],
  ['another text', 'demo', `200, ${otherService}`, answer(200, { ...shouted, result: 'probe' })],
  ['the end of the connection', 'demo', 'no response, ECONNRESET', closing],
  ['half a response', 'demo', 'no response, ETIMEDOUT', half],
  ['a 503 for the key', 'prod', '503', answer(503, { detail: 'Try again in 2 s.' })],
  ['an accepted key', 'prod', '200', answer(200, { limit: 30 })],
  ['a lost key', 'prod', `401, ${otherService}`, answer(401, { detail: noKey })],
  ["API Gateway's own 401", 'prod', `401, ${otherService}`, answer(401, { message: 'no' })],
])('%s is a failure', async (_, stage, fault, listener) => {
  reply = listener;
  const call = stage === 'demo' ? 'POST /v1/shout' : 'GET /v1/rate-limits';
  const timeout = listener === half ? 50 : undefined;
  expect(await readFailure(probing(stage, serviceUrl, timeout)())).toBe(`${call}: ${fault}`);
});
