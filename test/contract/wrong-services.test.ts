/** A check of each group fails for a service that is wrong in one way, and says how. */
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { beforeAll, expect, test } from '@jest/globals';
import { localSettings } from '../../lib/local/local-settings.ts';
import { stageNamed } from '../../lib/settings/stages.ts';
import type { Check, Target } from '../../lib/tools/verify/check.ts';
import { checks, groups } from '../../lib/tools/verify/checks.ts';
import { runChecks } from '../../lib/tools/verify/run.ts';
import { serve } from '../support/serve.ts';
import { longWindow, sharedDemo } from '../support/service.ts';

interface Passing {
  /** E.g. `POST /v1/shout`. */
  readonly route: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

interface Passed {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

type Wrong = (request: Passing) => Promise<Passed>;

let service: string;
let url: string;
let wrong: Wrong;

beforeAll(async () => {
  ({ url: service } = await sharedDemo());
  url = await serve(async (incoming, response) => {
    const { method, url: path, headers } = incoming;
    const body = await buffer(incoming);
    const answer = await wrong({ route: `${method} ${path}`, headers, body });
    const { 'content-length': _, ...rest } = answer.headers;
    response.writeHead(answer.status, rest).end(answer.body);
  });
});

const pass = ({ route, headers, body }: Passing): Promise<Passed> =>
  new Promise((resolve, reject) => {
    const [method = '', path = ''] = route.split(' ');
    const outgoing = request(service + path, { method, headers, agent: false }, async (answer) => {
      const { statusCode: status = 0, headers } = answer;
      resolve({ status, headers, body: await buffer(answer) });
    });
    outgoing.on('error', reject).end(body);
  });

/** Changes responses with this route and status. */
const changed =
  (routes: RegExp, status: number | 'any', change: (answer: Passed) => Partial<Passed>): Wrong =>
  async (sent) => {
    const answer = await pass(sent);
    const isMeant = routes.test(sent.route) && (status === 'any' || status === answer.status);
    return isMeant ? { ...answer, ...change(answer) } : answer;
  };

/** Changes or removes a header. */
const header =
  (name: string, value?: string) =>
  ({ headers }: Passed): Partial<Passed> => {
    const { [name]: _, ...rest } = headers;
    return { headers: value === undefined ? rest : { ...rest, [name]: value } };
  };

const text =
  (from: string | RegExp, to: string) =>
  ({ body }: Passed): Partial<Passed> => ({ body: Buffer.from(body.toString().replace(from, to)) });

const status = (code: number) => (): Partial<Passed> => ({ status: code });

const oneMore = (): Wrong => {
  const generous = new Set<unknown>();
  return async (sent) => {
    const answer = await pass(sent);
    const key = sent.headers['x-api-key'];
    if (answer.status !== 429 || generous.has(key)) return answer;
    generous.add(key);
    return pass({ ...sent, headers: { ...sent.headers, 'x-api-key': 'another' } });
  };
};

const echoKey: Wrong = async (sent) => {
  const answer = await pass(sent);
  const headers = { ...answer.headers, 'apigw-requestid': String(sent.headers['x-api-key']) };
  return sent.route.endsWith('/shout') && answer.status === 200 ? { ...answer, headers } : answer;
};

const takeTwoSlots: Wrong = async (sent) => {
  if (sent.route.endsWith('/whisper')) await pass(sent);
  return pass(sent);
};

/** The wrong service, a part of the check's name, and its message. */
const rows: readonly [service: string, wrong: Wrong, check: string, difference: RegExp][] = [
  [
    'takes two slots',
    takeTwoSlots,
    'whisper takes one slot',
    /^a good body: X-RateLimit-Remaining: expected 29, got 28$/,
  ],
  [
    'lets one more through than there are slots',
    oneMore(),
    'exactly as many',
    /^accepted: expected 30 of 35, got 31$/,
  ],
  [
    'forgets an exclamation mark',
    changed(/scream/, 200, text('!!!', '!!')),
    'scream answers 200',
    /^three_marks: the body: expected .*OUT!!!.*, got .*OUT!!"/,
  ],
  [
    'echoes the key',
    echoKey,
    'no answer holds the key',
    /^POST \/v1\/shout: expected an answer without the key, got "one with it"$/,
  ],
  [
    'makes fewer words bold than it says',
    changed(/emphasize/, 200, text(/\*\*(\S+)\*\*/, '$1')),
    'makes a share of the words bold',
    /^ratio 0.25: emphasized_words: expected/,
  ],
  [
    'is another version',
    changed(/health/, 200, text(/\d+\.\d+\.\d+/, '0.0.1')),
    'health answers, and is version',
    /^the body: expected .*, got .*0\.0\.1/,
  ],
  [
    'does not let pages of other origins send a key',
    changed(/^OPTIONS/, 204, header('access-control-allow-headers', 'content-type')),
    'CORS, preflight',
    /^\/v1\/shout: Access-Control-Allow-Headers: expected content-type, x-api-key, got "content-type"$/,
  ],
  [
    'answers where nothing is',
    changed(/v2/, 404, status(200)),
    'unknown path',
    /^POST \/v2\/shout: status: expected 404, got 200$/,
  ],
  [
    'allows inline styles',
    changed(/dashboard$/, 'any', ({ headers }) => ({
      headers: {
        ...headers,
        'content-security-policy': `${headers['content-security-policy']}; style-src-elem 'unsafe-inline'`,
      },
    })),
    'page /dashboard allows nothing from elsewhere',
    /^Content-Security-Policy: expected no unsafe-/,
  ],
];

const { stage } = localSettings([], longWindow);
const found = (part: string): Check[] => checks.filter(({ name }) => name.includes(part));

const failures = async (some: readonly Check[], target: Partial<Target> = {}) => {
  const failed: (readonly [name: string, outcome: string, detail?: string])[] = [];
  for await (const { name, outcome, detail = '' } of runChecks(some, { url, stage, ...target })) {
    if (outcome !== 'ok') failed.push([name, outcome, detail]);
  }
  return failed;
};

test.each(rows)('a service that %s', async (_, service, part, difference) => {
  wrong = service;
  const check = found(part);
  expect(await failures(check)).toEqual([
    [check[0]?.name, 'failed', expect.stringMatching(difference)],
  ]);
});

test('each group of checks fails here', () => {
  const failing = rows.flatMap(([, , part]) => found(part));
  const others = Object.entries(groups).filter(
    ([, group]) => !group.some((check) => failing.includes(check)),
  );
  // It has a test of its own.
  expect(others.map(([name]) => name)).toEqual(['accounts']);
});

test('a service with another model than expected', async () => {
  wrong = pass;
  const target = { model: 'bedrock', stage: stageNamed('demo') } as const;
  const difference = /^ratio 0.25: model: expected amazon.nova-.*, got "amplify-sal/;
  expect(await failures(groups.emphasis, target)).toEqual([
    [expect.any(String), 'failed', expect.stringMatching(difference)],
  ]);
});

test('a service without the accounts of its stage', async () => {
  wrong = pass;
  const failed = await failures(groups.accounts, { stage: stageNamed('prod') });
  expect(failed.map(([, ...said]) => said)).toEqual([
    ['failed', 'PUT /account: status: expected 401, got 404'],
    ['failed', expect.stringMatching(/^the client: expected /)],
  ]);
});

test('a proxy that does not reach the service', async () => {
  const body = Buffer.from('{"message":"Bad Gateway"}');
  wrong = async () => ({ status: 502, headers: {}, body });
  const failed = await failures(groups.health);
  expect(failed).toEqual(
    groups.health.map(({ name }) => [name, 'unreachable', 'a proxy answers 502']),
  );
});
