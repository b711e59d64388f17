/** Priming while Lambda starts a function: the bundles, over TLS. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { RequestListener, ServerResponse } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newCertificate } from '../../../bin/bench/certificate.ts';
import { usualLease } from '../../../functions/emphasis/budget.ts';
import { embeddedModelName } from '../../../functions/emphasis/model.ts';
import { base62Digits } from '../../../functions/text/base62.ts';
import { localCredentials } from '../../../lib/local/developer-credentials.ts';
import { type Bundle, buildFunctions } from '../../../lib/settings/bundling.ts';
import { endpoints } from '../../../lib/settings/endpoints.ts';
import { functionEnvironment, stageValues } from '../../../lib/settings/functions.ts';
import { stageNamed } from '../../../lib/settings/stages.ts';
import { newFolder, until } from '../../support/at-end.ts';
import { ranking } from '../../support/bedrock-stand-in.ts';
import type { Order, Outcome } from '../../support/function-starter.ts';
import { programEnvironment, projectRoot } from '../../support/service.ts';
import { startTlsServer, type TlsServer } from '../../support/tls-server.ts';

const certificate = newCertificate();
let starter: ReturnType<typeof fresh> | undefined;
let printed: string[];
let folder: string;
let server: TlsServer;
/** E.g. `GET /`. */
let requests: string[];
/** Answers a `GET`. */
let prime: (response: ServerResponse) => void;
/** Answers other requests. */
let serve: (response: ServerResponse) => void;

const answer: RequestListener = (request, response) => {
  requests.push(`${request.method} ${request.url}`);
  request.resume().on('end', () => (request.method === 'GET' ? prime : serve)(response));
};

const healthy = (response: ServerResponse) => void response.end('healthy');
const silent = () => {};

/** A response to an update, in any minute, and to Bedrock's operation. */
const good = JSON.stringify({
  Attributes: {
    ...Object.fromEntries([...base62Digits].map((minute) => [minute, { N: '1' }])),
    leased: { N: String(usualLease) },
  },
  ...JSON.parse(ranking([1]).body),
});

beforeAll(async () => {
  folder = await newFolder();
  await writeFile(path.join(folder, 'trusted.pem'), certificate.cert);
  const bundles = await buildFunctions(['shout', 'emphasize', 'rate-limits']);
  for (const [name, { code, files }] of bundles) {
    for (const [file, text] of Object.entries({ [`${name}.mjs`]: code, ...files })) {
      await writeFile(path.join(folder, file), text);
    }
  }
  const { code, files } = bundles.get('emphasize') as Bundle;
  await mkdir(path.join(folder, 'bare'));
  for (const [file, text] of Object.entries({ 'emphasize.mjs': code, ...files })) {
    if (!file.startsWith('weights')) await writeFile(path.join(folder, 'bare', file), text);
  }
  server = await startTlsServer(answer, certificate);
});

const end = () => {
  starter?.child.kill('SIGKILL');
  starter = undefined;
};

/** Runs a scenario again if it failed because of a time-out, which a busy machine may cause. */
const inTime =
  <Case extends readonly unknown[]>(scenario: (...one: Case) => Promise<void>) =>
  async (...one: Case): Promise<void> => {
    for (let run = 1; ; run += 1) {
      requests = [];
      prime = healthy;
      serve = (response) => void response.end(good);
      printed = [];
      try {
        return await scenario(...one);
      } catch (error) {
        if (run === 5 || !printed.join().includes('ETIMEDOUT')) throw error;
        end();
      }
    }
  };

afterAll(() => end());

interface Start {
  readonly name?: 'shout' | 'emphasize' | 'rate-limits';
  readonly stage?: 'demo' | 'prod';
  /** Of DynamoDB and Bedrock. */
  readonly url?: string;
  readonly bedrockUrl?: string;
  /** Without the weights of the embedded model. */
  readonly bare?: true;
}

const fresh = () => {
  const child = fork(path.join(projectRoot, 'test/support/function-starter.ts'), {
    env: { ...programEnvironment(), NODE_EXTRA_CA_CERTS: path.join(folder, 'trusted.pem') },
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error('The process of the functions has ended.');
  });
  ended.catch(() => {});
  return { child, ended };
};

const tell = async (order: Order): Promise<Outcome> => {
  starter ??= fresh();
  const { child, ended } = starter;
  child.send(order);
  const [outcome] = await Promise.race([once(child, 'message'), ended]);
  printed.push(outcome.printed);
  return outcome;
};

const start = async ({ name = 'shout', stage = 'demo', ...at }: Start = {}) => {
  const place = at.bare ? path.join(folder, 'bare') : folder;
  const endpoint = endpoints.find((candidate) => candidate.name === name);
  if (endpoint === undefined) throw new Error(`There is no ${name}.`);
  const { url = server.url, bedrockUrl = url } = at;
  const loaded = await tell({
    bundle: path.join(place, `${name}.mjs`),
    environment: {
      ...localCredentials,
      ...functionEnvironment(endpoint.needs, {
        ...stageValues(stageNamed(stage)),
        QUOTA_TABLE: 'quota',
        AWS_ENDPOINT_URL_DYNAMODB: url,
        AWS_ENDPOINT_URL_BEDROCK_RUNTIME: bedrockUrl,
      }),
    },
  });
  return {
    printed: loaded.printed,
    ask: async () => {
      const event = await readFile(path.join(projectRoot, `test/events/${name}.json`), 'utf8');
      const { answer, printed } = await tell({ event: JSON.parse(event) });
      return { status: answer?.statusCode, body: JSON.parse(String(answer?.body)), printed };
    },
  };
};

/** The log entry of a failed priming, and nothing else. */
const unprimed = (code: string) => {
  const inIt = '(?:(?!\\n\\{)[^])*';
  return expect.stringMatching(new RegExp(`^\\{\\n  unprimed: ${inIt}code: '${code}'${inIt}$`));
};

test.each<[string, Start, string[]]>([
  ['shout', {}, ['GET /', 'POST /']],
  ['shout of a stage with issued keys', { stage: 'prod' }, ['GET /']],
  ['rate-limits', { name: 'rate-limits' }, ['GET /', 'POST /']],
  [
    'emphasize',
    { name: 'emphasize' },
    // Bedrock and DynamoDB; then the slot, a lease, and Bedrock.
    ['GET /', 'GET /', 'POST /', 'POST /', 'POST /model/us.amazon.nova-micro-v1%3A0/converse'],
  ],
])(
  '%s opens its connections before its first request, without changes',
  inTime(async (_, as, sent) => {
    const before = server.connections();
    const running = await start(as);
    expect(running.printed).toBe('');
    const primed = server.connections();
    expect(requests).toEqual(sent.filter((request) => request === 'GET /'));
    // The event's key is unknown on `prod`.
    expect((await running.ask()).status).toBe(as.stage === 'prod' ? 401 : 200);
    expect(requests).toEqual(sent);
    expect(server.connections()).toBe(primed);
    expect(primed - before).toBe(as.name === 'emphasize' ? 2 : 1);
  }),
);

test.each<[string, (response: ServerResponse) => void]>([
  ['fails', (response) => void response.writeHead(503).end()],
  ['closes the connection', (response) => void response.setHeader('Connection', 'close').end()],
])(
  'any response primes: a DynamoDB that %s',
  inTime(async (_, answered) => {
    prime = answered;
    const running = await start();
    expect(running.printed).toBe('');
    expect(await running.ask()).toMatchObject({ status: 200, printed: '' });
  }),
);

test(
  'a DynamoDB that is down is logged, and the first request is a 503',
  inTime(async () => {
    const running = await start({ url: 'https://127.0.0.1:1' });
    expect(running.printed).toEqual(unprimed('ECONNREFUSED'));
    expect((await running.ask()).status).toBe(503);
  }),
);

test(
  'a Bedrock that is down is logged, and the embedded model chooses',
  inTime(async () => {
    const running = await start({ name: 'emphasize', bedrockUrl: 'https://127.0.0.1:1' });
    expect(running.printed).toEqual(unprimed('ECONNREFUSED'));
    const { status, body } = await running.ask();
    expect(status).toBe(200);
    expect(body.model).toBe(embeddedModelName);
  }),
);

test(
  'the embedded model is loaded only if Bedrock fails',
  inTime(async () => {
    const running = await start({ name: 'emphasize', bare: true });
    expect((await running.ask()).body.model).toBe('amazon.nova-micro-v1:0');
    const other = await start({ name: 'emphasize', bare: true, bedrockUrl: 'https://127.0.0.1:1' });
    requests = [];
    const { status } = await other.ask();
    expect(status).toBe(500);
    // Take a slot and a lease, return the slot.
    expect(requests).toEqual(['POST /', 'POST /', 'POST /']);
  }),
);

test(
  'a function that is frozen during priming continues after, although its connection is dead',
  inTime(async () => {
    prime = silent;
    const starting = start();
    await until(() => requests.length === 1);
    starter?.child.kill('SIGSTOP');
    server.silence();
    prime = healthy;
    starter?.child.kill('SIGCONT');
    const running = await starting;
    expect(running.printed).toEqual(unprimed('ETIMEDOUT'));
    expect(await running.ask()).toMatchObject({ status: 200, printed: '' });
  }),
);
