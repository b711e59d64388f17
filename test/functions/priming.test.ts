/** What functions do while Lambda starts them, as bundles, over TLS, in fair weather and in foul. */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { RequestListener, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newCertificate } from '../../bin/bench/certificate.ts';
import { embeddedModelName } from '../../functions/emphasis/embedded-model-name.ts';
import { buildBundles } from '../../lib/local/bundles.ts';
import { localCredentials } from '../../lib/local/local-tables.ts';
import { endpoints } from '../../lib/settings/endpoints.ts';
import { functionEnvironment } from '../../lib/settings/function-environment.ts';
import { stageNamed } from '../../lib/settings/stages.ts';
import { ranking } from '../bedrock-stand-in.ts';
import { programEnvironment, projectRoot } from '../service.ts';
import { startTlsServer, type TlsServer } from '../tls-server.ts';
import { until } from '../until.ts';
import type { Order, Outcome } from './priming/starter.ts';

const certificate = newCertificate();
let starter: ReturnType<typeof fresh> | undefined;
/** What functions have printed. */
let printed: string[];
let folder: string;
let server: TlsServer;
/** The requests that came, as in `GET /`. */
let requests: string[];
/** What becomes of a `GET`. */
let prime: (response: ServerResponse) => void;
/** What becomes of another request. */
let serve: (response: ServerResponse) => void;

const answer: RequestListener = (request, response) => {
  requests.push(`${request.method} ${request.url}`);
  request.resume().on('end', () => (request.method === 'GET' ? prime : serve)(response));
};

const healthy = (response: ServerResponse) => void response.end('healthy');
const silent = () => {};

/** An answer to an update and to Bedrock's operation alike. */
const good = JSON.stringify({
  Attributes: { used: { N: '1' } },
  ...JSON.parse(ranking([1]).body),
});

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'amplify-priming-'));
  await writeFile(path.join(folder, 'trusted.pem'), certificate.cert);
  const bundles = await buildBundles(['shout', 'emphasize', 'rate-limits']);
  for (const [name, { code, files }] of bundles) {
    for (const [file, text] of Object.entries({ [`${name}.mjs`]: code, ...files })) {
      await writeFile(path.join(folder, file), text);
    }
  }
  await mkdir(path.join(folder, 'bare'));
  await copyFile(path.join(folder, 'emphasize.mjs'), path.join(folder, 'bare/emphasize.mjs'));
  server = await startTlsServer(answer, certificate);
});

const end = () => {
  starter?.child.kill('SIGKILL');
  starter = undefined;
};

/**
 * Functions wait half a second for a connection, and a second for an answer, which a machine that is busy with
 * other tests may take. A scenario in which one of them waited in vain, and that then fails, is run again.
 */
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

afterAll(async () => {
  end();
  await server.close();
  await rm(folder, { recursive: true });
});

/** How a function is started. */
interface Start {
  readonly name?: 'shout' | 'emphasize' | 'rate-limits';
  readonly stage?: 'demo' | 'prod';
  readonly priming?: boolean;
  /** Where DynamoDB and Bedrock are. */
  readonly url?: string;
  readonly bedrockUrl?: string;
  /** Whether it has no files but the bundle itself. */
  readonly bare?: true;
}

/** Starts the process that starts functions. */
const fresh = () => {
  const child = fork(path.join(projectRoot, 'test/functions/priming/starter.ts'), {
    env: { ...programEnvironment(), NODE_EXTRA_CA_CERTS: path.join(folder, 'trusted.pem') },
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error('The process of the functions has ended.');
  });
  ended.catch(() => {});
  return { child, ended };
};

/** Has it do something. */
const tell = async (order: Order): Promise<Outcome> => {
  starter ??= fresh();
  const { child, ended } = starter;
  child.send(order);
  const [outcome] = await Promise.race([once(child, 'message'), ended]);
  printed.push(outcome.printed);
  return outcome;
};

/** Starts a function, and waits until it has loaded. */
const start = async ({ name = 'shout', stage = 'demo', priming = true, ...at }: Start = {}) => {
  const place = at.bare ? path.join(folder, 'bare') : folder;
  const endpoint = endpoints.find((candidate) => candidate.name === name);
  if (endpoint === undefined) throw new Error(`There is no ${name}.`);
  const { url = server.url, bedrockUrl = url } = at;
  const loaded = await tell({
    bundle: path.join(place, `${name}.mjs`),
    environment: {
      ...localCredentials,
      ...functionEnvironment(
        endpoint,
        { ...stageNamed(stage), priming },
        {
          QUOTA_TABLE: 'quota',
          AWS_ENDPOINT_URL_DYNAMODB: url,
          AWS_ENDPOINT_URL_BEDROCK_RUNTIME: bedrockUrl,
        },
      ),
    },
  });
  return {
    printed: loaded.printed,
    /** Has it answer its event. Gives the status, and what it printed on the way. */
    ask: async () => {
      const event = await readFile(path.join(projectRoot, `test/events/${name}.json`), 'utf8');
      const { answer, printed } = await tell({ event: JSON.parse(event) });
      return { status: answer?.statusCode, body: JSON.parse(String(answer?.body)), printed };
    },
  };
};

/** What a function prints that finds nobody: one entry. */
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
  '%s opens its connections before its first request, and changes nothing',
  inTime(async (_, as, sent) => {
    const before = server.connections();
    const running = await start(as);
    expect(running.printed).toBe('');
    const primed = server.connections();
    expect(requests).toEqual(sent.filter((request) => request === 'GET /'));
    // The keys of the events are none of `prod`.
    expect((await running.ask()).status).toBe(as.stage === 'prod' ? 401 : 200);
    expect(requests).toEqual(sent);
    expect(server.connections()).toBe(primed);
    expect(primed - before).toBe(as.name === 'emphasize' ? 2 : 1);
  }),
);

test(
  'where it is switched off, the first request is the first',
  inTime(async () => {
    const running = await start({ priming: false });
    expect(running.printed).toBe('');
    expect(requests).toEqual([]);
    expect((await running.ask()).status).toBe(200);
  }),
);

test.each<[string, (response: ServerResponse) => void]>([
  ['fails', (response) => void response.writeHead(503).end()],
  ['closes the connection', (response) => void response.setHeader('Connection', 'close').end()],
])(
  'any answer counts as primed: a DynamoDB that %s',
  inTime(async (_, answered) => {
    prime = answered;
    const running = await start();
    expect(running.printed).toBe('');
    expect(await running.ask()).toMatchObject({ status: 200, printed: '' });
  }),
);

test.each<[string, string, (response: ServerResponse) => void]>([
  ['is silent', 'ETIMEDOUT', silent],
  ['hangs up', 'ECONNRESET', (response) => void response.destroy()],
])(
  'a DynamoDB that %s meanwhile leaves a line, and the first request is answered',
  inTime(async (_, code, gone) => {
    prime = gone;
    const running = await start({ stage: 'prod' });
    expect(running.printed).toEqual(unprimed(code));
    expect(requests).toEqual(['GET /']);
    // The key of the event is none of `prod`.
    expect(await running.ask()).toMatchObject({ status: 401 });
  }),
);

test.each<[string, string, string]>([
  ['at an address that nobody has', 'https://dynamodb.nowhere.invalid', 'ENOTFOUND'],
  ['that refuses connections', 'https://127.0.0.1:1', 'ECONNREFUSED'],
])(
  'a DynamoDB %s leaves a line, and the first request is a 503',
  inTime(async (_, url, code) => {
    const running = await start({ url });
    expect(running.printed).toEqual(unprimed(code));
    expect((await running.ask()).status).toBe(503);
  }),
);

test(
  'a certificate that nobody vouches for leaves a line, and the first request is a 503',
  inTime(async () => {
    const other = await startTlsServer(answer);
    try {
      const running = await start({ url: other.url });
      expect(running.printed).toEqual(unprimed('DEPTH_ZERO_SELF_SIGNED_CERT'));
      expect((await running.ask()).status).toBe(503);
      expect(requests).toEqual([]);
    } finally {
      await other.close();
    }
  }),
);

test(
  'a Bedrock that is gone leaves a line, and the embedded model answers',
  inTime(async () => {
    const running = await start({ name: 'emphasize', bedrockUrl: 'https://127.0.0.1:1' });
    expect(running.printed).toEqual(unprimed('ECONNREFUSED'));
    const { status, body } = await running.ask();
    expect(status).toBe(200);
    expect(body.model).toBe(embeddedModelName);
  }),
);

test(
  'while Bedrock answers, nothing of the embedded model is loaded',
  inTime(async () => {
    const running = await start({ name: 'emphasize', bare: true });
    expect((await running.ask()).body.model).toBe('amazon.nova-micro-v1:0');
    const other = await start({ name: 'emphasize', bare: true, bedrockUrl: 'https://127.0.0.1:1' });
    requests = [];
    const { status } = await other.ask();
    expect(status).toBe(500);
    // A slot and a lease are taken, and the slot is given back.
    expect(requests).toEqual(['POST /', 'POST /', 'POST /']);
  }),
);

test(
  'a function that is frozen meanwhile goes on when it wakes, though its connection is dead',
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
