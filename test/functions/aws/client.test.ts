/** Priming while Lambda starts a function: the bundles, over TLS. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { usualLease } from '../../../functions/emphasis/budget.ts';
import { base62Digits } from '../../../functions/numbers/numbers.ts';
import { buildFunctions } from '../../../lib/bundles/bundles.ts';
import { localCredentials } from '../../../lib/local/developer-credentials.ts';
import { endpoints } from '../../../lib/settings/endpoints.ts';
import { functionEnvironment, stageValues } from '../../../lib/settings/functions.ts';
import { stageNamed } from '../../../lib/settings/stages.ts';
import events from '../../sam/events.json' with { type: 'json' };
import { newFolder } from '../../support/at-end.ts';
import { ranking } from '../../support/bedrock-stand-in.ts';
import { stretchTimeouts } from '../../support/patience.ts';
import { serveTls } from '../../support/serve.ts';

/** E.g. `GET /`. */
let requests: string[];
/** The status with which a `GET` is answered. `undefined`: no answer. */
let primeStatus: number | undefined;

/** A response to an update, in any minute, and to Bedrock's operation. */
const good = JSON.stringify({
  Attributes: {
    ...Object.fromEntries([...base62Digits].map((minute) => [minute, { N: '1' }])),
    leased: { N: String(usualLease) },
  },
  ...JSON.parse(ranking([1]).body),
});

const folder = await newFolder();
const bare = path.join(folder, 'bare');
await mkdir(bare);
for (const [name, bundle] of await buildFunctions(['shout', 'emphasize'])) {
  for (const [file, text] of Object.entries({ [`${name}.mjs`]: bundle.code, ...bundle.files })) {
    await writeFile(path.join(folder, file), text);
    if (!file.startsWith('weights')) await writeFile(path.join(bare, file), text);
  }
}

const server = await serveTls((request, response) => {
  requests.push(`${request.method} ${request.url}`);
  request.resume().on('end', () => {
    if (request.method !== 'GET') response.end(good);
    else if (primeStatus !== undefined) response.writeHead(primeStatus).end('healthy');
  });
});

const restoreTimeouts = stretchTimeouts();

beforeEach(() => {
  requests = [];
  primeStatus = 200;
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  jest.spyOn(console, 'error').mockImplementation(() => {});
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});

afterEach(() => {
  jest.restoreAllMocks();
});

const readLog = (): unknown[] =>
  [console.warn, console.error].flatMap((log) => jest.mocked(log).mock.calls.flat());

interface Start {
  readonly name?: 'shout' | 'emphasize';
  readonly stage?: 'demo' | 'prod';
  /** Of DynamoDB and Bedrock. */
  readonly url?: string;
  readonly bedrockUrl?: string;
  /** Without the weights of the embedded model. */
  readonly bare?: true;
}

let starts = 0;

/** Starts a function with its own environment. Resolves to a function that invokes it with its event. */
const start = async ({ name = 'shout', stage = 'demo', ...at }: Start = {}) => {
  const endpoint = endpoints.find((candidate) => candidate.name === name);
  const { url = server.url, bedrockUrl = url } = at;
  process.env = {
    ...localCredentials,
    ...functionEnvironment(endpoint?.needs ?? {}, {
      ...stageValues(stageNamed(stage)),
      QUOTA_TABLE: 'quota',
      AWS_ENDPOINT_URL_DYNAMODB: url,
      AWS_ENDPOINT_URL_BEDROCK_RUNTIME: bedrockUrl,
    }),
  };
  starts += 1;
  const bundle = path.join(folder, at.bare ? 'bare' : '', `${name}.mjs`);
  const { handler } = await import(`${bundle}?start=${starts}`);
  return async () => {
    const context = { getRemainingTimeInMillis: () => 15_000 } as Context;
    const { statusCode, body } = await handler(events[name as keyof typeof events], context);
    return { status: statusCode, body: JSON.parse(body) };
  };
};

/** The log entry of a failed priming, and nothing else. */
const unprimed = (code: string) => [{ unprimed: expect.objectContaining({ code }) }];

test.each<[string, Start, string[]]>([
  ['shout', {}, ['GET /', 'POST /']],
  ['shout of a stage with issued keys', { stage: 'prod' }, ['GET /']],
  [
    'emphasize',
    { name: 'emphasize' },
    // Bedrock and DynamoDB; then the slot, a lease, and Bedrock.
    ['GET /', 'GET /', 'POST /', 'POST /', 'POST /model/us.amazon.nova-micro-v1%3A0/converse'],
  ],
])('%s opens its connections before its first request, without changes', async (_, as, sent) => {
  const before = server.connections();
  const ask = await start(as);
  expect(readLog()).toEqual([]);
  const primed = server.connections();
  expect(requests).toEqual(sent.filter((request) => request === 'GET /'));
  // The event's key is unknown on `prod`.
  expect((await ask()).status).toBe(as.stage === 'prod' ? 401 : 200);
  expect(requests).toEqual(sent);
  expect(server.connections()).toBe(primed);
  expect(primed - before).toBe(as.name === 'emphasize' ? 2 : 1);
});

test('a response of DynamoDB that is an error primes, too', async () => {
  primeStatus = 503;
  const ask = await start();
  expect((await ask()).status).toBe(200);
  expect(readLog()).toEqual([]);
});

test('a DynamoDB that does not answer delays the start by a second', async () => {
  restoreTimeouts();
  primeStatus = undefined;
  await start();
  stretchTimeouts();
  expect(readLog()).toEqual(unprimed('ETIMEDOUT'));
});

test.each<[string, Start]>([
  ['DynamoDB', { url: 'https://127.0.0.1:1' }],
  ['Bedrock', { name: 'emphasize', bedrockUrl: 'https://127.0.0.1:1' }],
])('a %s that is down is logged, and the function starts', async (_, as) => {
  await start(as);
  expect(readLog()).toEqual(unprimed('ECONNREFUSED'));
});

test('the embedded model is loaded only if Bedrock fails', async () => {
  const ask = await start({ name: 'emphasize', bare: true });
  expect((await ask()).body.model).toBe('amazon.nova-micro-v1:0');
});
