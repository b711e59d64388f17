/** A check of each group fails for a service that is wrong in one way, and says how. */
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import { beforeAll, expect, test } from '@jest/globals';
import { localSettings } from '../../lib/local/local-settings.ts';
import { stageNamed } from '../../lib/settings/stages.ts';
import { serve } from '../support/serve.ts';
import { longWindow, sharedDemo, siteOf } from '../support/service.ts';
import { type Check, isFor, type Service } from './check.ts';
import { checks, groups } from './checks.ts';
import { newKey } from './client.ts';

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
  ({ url: service } = await siteOf(await sharedDemo()));
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
    /^a good body: .*-\s+"remaining": 29,\s+\+\s+"remaining": 28/s,
  ],
  [
    'lets one more through than there are slots',
    oneMore(),
    'exactly as many',
    /Expected: <= 30\s+Received:\s+31/,
  ],
  [
    'forgets an exclamation mark',
    changed(/scream/, 200, text('!!!', '!!')),
    'scream answers 200',
    /^three_marks: .*OUT!!!".*OUT!!"/s,
  ],
  [
    'echoes the key',
    echoKey,
    'no answer holds the key',
    /"POST \/v1\/shout",.*\+\s+"holdsKey": true/s,
  ],
  [
    'makes fewer words bold than it says',
    changed(/emphasize/, 200, text(/\*\*(\S+)\*\*/, '$1')),
    'makes a share of the words bold',
    /^ratio 0.25: .*toEqual/s,
  ],
  [
    'is another version',
    changed(/health/, 200, text(/\d+\.\d+\.\d+/, '0.0.1')),
    'health answers, and is version',
    /Received: .*0\.0\.1/,
  ],
  [
    'does not let pages of other origins send any header',
    changed(/^OPTIONS/, 204, header('access-control-allow-headers', 'content-type,x-api-key')),
    'CORS, preflight',
    /^\/v1\/shout: .*"\*".*Received array:\s+\["content-type", "x-api-key"\]/s,
  ],
  [
    'answers where nothing is',
    changed(/v2/, 404, status(200)),
    'unknown path',
    /^POST \/v2\/shout: .*-\s+"status": 404,.*\+\s+"status": 200/s,
  ],
  [
    'allows inline styles',
    changed(/dashboard$/, 'any', ({ headers }) => ({
      headers: {
        ...headers,
        'content-security-policy': `${headers['content-security-policy']}; style-src-elem 'unsafe-inline'`,
      },
    })),
    'the pages allow nothing from elsewhere',
    /Received string: .*unsafe-inline/,
  ],
];

const { stage } = localSettings([], longWindow);
const found = (part: string): Check[] => checks.filter(({ name }) => name.includes(part));

/** Runs a check. Returns the message of its failure. */
const failure = async (check: Check | undefined, service: Partial<Service> = {}) => {
  try {
    await check?.run({ url, stage, key: newKey(), ...service });
    return undefined;
  } catch (error) {
    return stripVTControlCharacters((error as Error).message);
  }
};

test.each(rows)('a service that %s', async (_, service, part, difference) => {
  wrong = service;
  const [check, ...others] = found(part);
  expect(others).toEqual([]);
  expect(await failure(check)).toMatch(difference);
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
  const [check] = groups.emphasis;
  const failed = await failure(check, { model: 'bedrock', stage: stageNamed('demo') });
  expect(failed).toMatch(/^ratio 0.25: .*Expected: "amazon.nova-.*Received: "amplify-sal/s);
});

test('a service without the accounts of its stage', async () => {
  wrong = pass;
  const prod = stageNamed('prod');
  const failures = groups.accounts.map((check) => failure(check, { stage: prod }));
  expect(await Promise.all(failures)).toEqual([
    expect.stringMatching(/^PUT \/account: .*"status": 404/s),
    expect.stringContaining('toMatch'),
  ]);
});

test('a proxy that does not reach the service', async () => {
  wrong = async () => ({ status: 502, headers: {}, body: Buffer.from('{}') });
  for (const check of groups.health) expect(await failure(check)).toMatch('a proxy answers 502');
});

test('a gateway that renames WWW-Authenticate is right', async () => {
  const renamed = (answer: Passed) => {
    const { 'www-authenticate': value, ...headers } = answer.headers;
    return { headers: { ...headers, 'x-amzn-remapped-www-authenticate': value } };
  };
  wrong = changed(/./, 401, renamed);
  for (const check of groups.keys.filter((check) => isFor(stage, check))) {
    expect(await failure(check)).toBeUndefined();
  }
});
