/** In each group, a check fails for a service that is wrong in one way, and says how. Checks wait for their windows. */
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { quotaHeaders, quotaStatus, rateLimitHeaders } from '../../functions/quota/window.ts';
import { endpointHeaders } from '../../functions/request/headers.ts';
import { localSettings } from '../../lib/local/local-settings.ts';
import { stageNamed } from '../../lib/settings/stages.ts';
import { serve } from '../support/serve.ts';
import { longWindow, sharedDemo } from '../support/service.ts';
import { checks, groups, isFor, runInWindow } from './checks.ts';
import {
  type Answer,
  type Check,
  faults,
  newKey,
  post,
  rateLimits,
  type Sent,
  type Service,
  send,
} from './client.ts';

interface Passing {
  /** E.g. `POST /v1/shout`. */
  readonly route: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

interface Passed {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer | string;
}

type Wrong = (request: Passing) => Promise<Passed>;

let service: string;
/** The address of a proxy that answers wrongly. */
let url: string;
let wrong: Wrong;

beforeAll(async () => {
  ({ url: service } = sharedDemo());
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

/** Changes responses with this route. */
const changed =
  (routes: RegExp, change: (answer: Passed) => Partial<Passed>): Wrong =>
  async (sent) => {
    const answer = await pass(sent);
    return routes.test(sent.route) ? { ...answer, ...change(answer) } : answer;
  };

const text =
  (from: string | RegExp, to: string) =>
  ({ body }: Passed): Partial<Passed> => ({ body: body.toString().replace(from, to) });

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

const forgetAnyHeader = ({ headers }: Passed) => ({
  headers: { ...headers, 'access-control-allow-headers': 'content-type,x-api-key' },
});

const allowInlineStyles = ({ headers }: Passed) => {
  const policy = `${headers['content-security-policy']}; style-src-elem 'unsafe-inline'`;
  return { headers: { ...headers, 'content-security-policy': policy } };
};

const forgetBold = text(/\*\*(\S+)\*\*/, '$1');

/** A part of a check's name, a service for which it fails, and the message. */
const rows: readonly [part: string, wrong: Wrong, message: RegExp][] = [
  ['health answers, and is version', changed(/health/, text(/0\.\d+/, '0.0')), /Received: .*0\.0/],
  ['no answer holds the key', echoKey, /^POST \/v1\/shout: .*\+\s+"holdsKey": true/s],
  ['whisper takes one slot', takeTwoSlots, /^a good body: .*"remaining": 29,.*"remaining": 28/s],
  ['scream answers 200', changed(/scream/, text('!!!', '!!')), /^three_marks: .*OUT!!!".*OUT!!"/s],
  ['makes a share of the words', changed(/emphasize/, forgetBold), /^ratio 0.25: .*toEqual/s],
  ['CORS, preflight', changed(/^OPTIONS/, forgetAnyHeader), /^\/v1\/shout: .*"\*".*"x-api-key"/s],
  ['unknown path', changed(/v2/, () => ({ status: 200 })), /^POST \/v2\/shout: .*404,.*200,/s],
  ['the pages allow nothing', changed(/dashboard$/, allowInlineStyles), /: .*unsafe-inline/],
  ['exactly as many', oneMore(), /Expected: <= 30\s+Received:\s+31/],
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

test.each(rows)('“… %s …” fails, and says how', async (part, service, message) => {
  wrong = service;
  const [check, ...others] = found(part);
  expect(others).toEqual([]);
  expect(await failure(check)).toMatch(message);
});

test('each group of checks fails here', () => {
  const failing = rows.flatMap(([part]) => found(part));
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
  wrong = async () => ({ status: 502, headers: {}, body: '{}' });
  for (const check of groups.health) expect(await failure(check)).toMatch('a proxy answers 502');
});

test('a gateway that renames WWW-Authenticate is right', async () => {
  wrong = changed(/./, ({ headers: { 'www-authenticate': value, ...headers } }) => ({
    headers:
      value === undefined ? headers : { ...headers, 'x-amzn-remapped-www-authenticate': value },
  }));
  for (const check of groups.keys.filter((check) => isFor(stage, check))) {
    expect(await failure(check)).toBeUndefined();
  }
});

describe('what differs from the description', () => {
  const scream: Sent = { path: '/v1/scream', body: '{"text":"a","intensity":3}' };
  const ask: Sent = { method: 'GET', path: '/v1/rate-limits' };
  let exchanged: Readonly<Record<'good' | 'limits' | 'refused', readonly [Sent, Answer]>>;

  beforeAll(async () => {
    const key = newKey();
    exchanged = {
      good: [scream, await post(service, scream.path, key, scream.body)],
      limits: [ask, await rateLimits(service, key)],
      refused: [scream, await send(service, scream)],
    };
  });

  /** One of API Gateway's own errors, without the service's headers. */
  const gatewayError = (status: number): Answer => ({
    status,
    headers: { 'content-type': 'application/json', 'apigw-requestid': 'JKJaXmPLvHcESHA=' },
    text: '{"message":"Request Entity Too Large"}',
    json: { message: 'Request Entity Too Large' },
  });

  test.each([413, 429, 431, 500, 503])("is nothing in API Gateway's own %d", (status) => {
    expect(faults(scream, gatewayError(status))).toEqual([]);
    expect(faults(ask, gatewayError(status))).toEqual([]);
  });

  const fixed = Object.keys(endpointHeaders);

  test.each([
    [413, [...rateLimitHeaders, ...fixed]],
    [429, ['Retry-After', ...rateLimitHeaders, ...fixed]],
    // A request may fail before the key check.
    [500, fixed],
    [503, ['Retry-After', ...fixed]],
  ])("is each header that API Gateway omits, in the service's own %d", (status, names) => {
    const found = faults(scream, { ...gatewayError(status), json: { detail: 'No.' } });
    expect(found.toSorted()).toEqual(names.map((name) => `no header ${name}`).toSorted());
  });

  type Change = Partial<Answer> & { readonly sent?: Partial<Sent> };
  const missing = { type: 'missing', loc: ['body', 'text'], msg: 'Field required', input: {} };

  test.each<[fault: string, exchanged: keyof typeof exchanged, change: Change]>([
    ['the status 204', 'good', { status: 204 }],
    ['the body: .* must have required', 'good', { status: 418 }],
    ['the header x-powered-by', 'good', { headers: { 'x-powered-by': 'lungs' } }],
    ['no header X-RateLimit-Limit', 'good', { headers: { 'x-ratelimit-limit': undefined } }],
    ['the header X-RateLimit-Reset: 0', 'limits', { headers: { 'x-ratelimit-reset': '0' } }],
    ['no header WWW-Authenticate', 'refused', { headers: { 'www-authenticate': undefined } }],
    ['the content type text/html', 'good', { headers: { 'content-type': 'text/html' } }],
    ['the body: .* must NOT have additional', 'good', { json: { volume: 11 } }],
    ['the body: .* must be equal to one of', 'limits', { json: { status: 'fine' } }],
    ['the status 200', 'good', { sent: { path: '/v1/sing' } }],
    ['a request that does not fit: 200', 'good', { sent: { body: '{"text":"a","intensity":0}' } }],
    ['a request that fits: 422', 'good', { status: 422, json: { detail: [missing] } }],
  ])('is found: %s', (fault, which, { headers, json, sent: request, ...others }) => {
    const [sent, answer] = exchanged[which];
    const changed = {
      ...answer,
      ...others,
      headers: { ...answer.headers, ...headers },
      json: { ...Object(answer.json), ...Object(json) },
    };
    expect(faults({ ...sent, ...request }, changed)).toContainEqual(
      expect.stringMatching(`^${fault}`),
    );
  });
});

describe('a window', () => {
  const limit = 5;
  const whole = { remaining: limit, resetsInSeconds: 60, windowSeconds: 60 };
  const ending = { ...whole, resetsInSeconds: 1 };
  // The time left is rounded up to the window's one second.
  const endless = { ...ending, windowSeconds: 1 };

  let asked: number;
  let runs: number;

  /** Runs a check with a service that shows these quotas in order, the last one repeatedly. */
  const run = (check: Check, shown: readonly (typeof whole)[]): Promise<void> => {
    asked = 0;
    wrong = async () => {
      const { windowSeconds, ...quota } = shown[asked] ?? shown.at(-1) ?? whole;
      asked += 1;
      const { remaining, resetsInSeconds: resets_in_seconds } = quota;
      const status = quotaStatus(remaining, limit);
      return {
        status: 200,
        headers: {
          ...quotaHeaders({ plan: { name: 'demo', limit, windowSeconds }, ...quota }),
          'Content-Type': 'application/json',
          'Strict-Transport-Security': 'max-age=63072000',
          'X-Content-Type-Options': 'nosniff',
          'Apigw-Requestid': 'JKJaXmPLvHcESHA=',
          'Cache-Control': 'no-store',
        },
        body: JSON.stringify({ requests_remaining: remaining, limit, resets_in_seconds, status }),
      };
    };
    return runInWindow(check, { url, stage, key: 'key' });
  };

  /** A check that fails so many times. */
  const failing = (times: number, slots = 1): Check => {
    runs = 0;
    return {
      name: 'a check',
      slots,
      run: async () => {
        runs += 1;
        expect(runs).toBeGreaterThan(times);
      },
    };
  };

  test('with enough slots and time is awaited', async () => {
    await run(failing(0, 3), [{ ...ending, remaining: 2 }, ending, whole]);
    expect([asked, runs]).toEqual([3, 1]);
  });

  test.each([
    ['another user takes all slots', { ...ending, remaining: 0 }, 1],
    ['it is too long', { remaining: 0, resetsInSeconds: 4_000, windowSeconds: 86_400 }, 4_000],
  ])('is given up if %s', async (_, shown, seconds) => {
    const reason = `1 slots are needed, 0 are free, and the next window begins in ${seconds} s`;
    await expect(run(failing(0), [shown])).rejects.toThrow(reason);
    expect(runs).toBe(0);
  });

  test('that may have ended is a reason to repeat a failed check once', async () => {
    await run(failing(1), [endless]);
    await expect(run(failing(2), [endless])).rejects.toThrow('toBeGreaterThan');
    expect(runs).toBe(2);
    await expect(run(failing(1), [whole])).rejects.toThrow('toBeGreaterThan');
    expect(runs).toBe(1);
  });

  test('that is shown wrongly is not awaited', async () => {
    await run(failing(0), [{ ...whole, remaining: limit + 1 }]);
    expect(runs).toBe(1);
  });

  test('that is too short for a count makes it inconclusive, and fail', async () => {
    const [countsExactly] = groups.quota;
    await expect(run(countsExactly as Check, [endless])).rejects.toThrow(/^Inconclusive: /);
  });
});
