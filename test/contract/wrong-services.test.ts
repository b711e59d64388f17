/** Services that are each wrong in one way: `npm run verify` fails with the lines that say which. */

import {
  createServer,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  request,
  type Server,
} from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { maxCharacters } from '../../functions/http/body-size.ts';
import { listen } from '../../lib/local/listen.ts';
import { localSettings } from '../../lib/local/local-settings.ts';
import { stageNamed } from '../../lib/settings/stages.ts';
import type { Target } from '../../lib/verify/check.ts';
import { checks, groups } from '../../lib/verify/checks.ts';
import { runChecks } from '../../lib/verify/run-checks.ts';
import manifest from '../../package.json' with { type: 'json' };
import { longWindow, sharedDemo } from '../service.ts';

/** A request on its way to the service. */
interface Passing {
  /** Its method and path, e.g. `POST /v1/shout`. */
  readonly route: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** An answer on its way back. */
interface Passed {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

/** Hands a request on to the service, which is right. */
const pass = ({ route, headers, body }: Passing): Promise<Passed> =>
  new Promise((resolve, reject) => {
    const [method = '', path = ''] = route.split(' ');
    const outgoing = request(
      service + path,
      { method, headers, agent: false },
      async (incoming) => {
        const { statusCode, headers } = incoming;
        resolve({ status: Number(statusCode), headers, body: await buffer(incoming) });
      },
    );
    outgoing.on('error', reject).end(body);
  });

/** What a wrong service answers. */
type Wrong = (request: Passing) => Promise<Passed>;

let service: string;
let proxy: Server;
let url: string;
let wrong: Wrong;

beforeAll(async () => {
  ({ url: service } = await sharedDemo());
  proxy = createServer(async (incoming, response) => {
    const { method, url: path, headers } = incoming;
    const body = await buffer(incoming);
    const answer = await wrong({ route: `${method} ${path}`, headers, body });
    const { 'content-length': _, ...rest } = answer.headers;
    response.writeHead(answer.status, rest).end(answer.body);
  });
  url = `http://127.0.0.1:${await listen(proxy, 0, 'PORT')}`;
});
afterAll(() => {
  proxy.close();
});

/** Spoils the answers of these routes, and of this status. */
const spoilt =
  (
    routes: RegExp,
    status: number | undefined,
    spoil: (answer: Passed, sent: Passing) => Partial<Passed>,
  ): Wrong =>
  async (sent) => {
    const answer = await pass(sent);
    const meant = routes.test(sent.route) && (status ?? answer.status) === answer.status;
    return meant ? { ...answer, ...spoil(answer, sent) } : answer;
  };

/** Another value of a header, or none. */
const header =
  (name: string, value?: string) =>
  ({ headers }: Passed): Partial<Passed> => {
    const { [name]: _, ...rest } = headers;
    return { headers: value === undefined ? rest : { ...rest, [name]: value } };
  };

/** Another text for one in the body. */
const text =
  (from: string | RegExp, to: string) =>
  ({ body }: Passed): Partial<Passed> => ({ body: Buffer.from(body.toString().replace(from, to)) });

const json = (status: number, body: object): Passed => ({
  status,
  headers: { 'content-type': 'application/json', 'apigw-requestid': 'id' },
  body: Buffer.from(JSON.stringify(body)),
});

/** Lets one request more through than there are slots. */
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

/** A service that is wrong, and how that is found. */
interface Row {
  /** What it does. */
  readonly service: string;
  readonly wrong: Wrong;
  /** Which checks are made: some are enough. */
  readonly related: RegExp;
  /** Those that fail. */
  readonly failing: readonly string[];
  /** What the first of them says. */
  readonly difference: RegExp;
}

const rows: readonly Row[] = [
  {
    service: 'leaves a quota header out of its 422',
    wrong: spoilt(/scream/, 422, header('x-ratelimit-reset')),
    related: /scream.*(slot|422)/,
    failing: [
      'POST /v1/scream takes one slot for any body, and shows what is left',
      'POST /v1/scream answers 422 as described',
    ],
    difference: /^a body that does not fit: X-RateLimit-Reset: expected .*, got nothing$/,
  },
  {
    service: 'says 400 of a body that is too large',
    wrong: spoilt(/shout/, 413, () => ({ status: 400 })),
    related: /shout.*(one slot|413)|whisper answers 413/,
    failing: [
      'POST /v1/shout takes one slot for any body, and shows what is left',
      'POST /v1/shout answers 413 as described',
    ],
    difference: /: status: expected 413, got 400$/,
  },
  {
    service: 'writes the detail of a 401 in small letters',
    wrong: spoilt(/whisper|rate-limits/, 401, ({ body }) => ({
      body: Buffer.from(body.toString().toLowerCase()),
    })),
    related: /401/,
    failing: [
      'POST /v1/whisper answers 401 without an accepted key',
      'GET /v1/rate-limits answers 401 without an accepted key',
    ],
    difference: /^no key: the body: expected .*No API key.*, got .*no api key/,
  },
  {
    service: 'has no WWW-Authenticate',
    wrong: spoilt(/shout/, 401, header('www-authenticate')),
    related: /401/,
    failing: ['POST /v1/shout answers 401 without an accepted key'],
    difference: /no header WWW-Authenticate/,
  },
  {
    service: 'echoes the key',
    wrong: spoilt(/shout/, 200, ({ headers }, sent) => ({
      headers: { ...headers, 'apigw-requestid': String(sent.headers['x-api-key']) },
    })),
    related: /in clear|shout answers 200/,
    failing: ['no answer holds the key in clear'],
    difference: /^POST \/v1\/shout: expected an answer without the key, got "one with it"$/,
  },
  {
    service: 'looks at the size before the key',
    wrong: async (sent) =>
      sent.body.length > maxCharacters && /shout/.test(sent.route) ? json(413, {}) : pass(sent),
    related: /before the body|answers 413/,
    failing: [
      'POST /v1/shout checks the key before the body',
      'POST /v1/shout answers 413 as described',
    ],
    difference: /10001 characters: expected 401, got 413$/,
  },
  {
    service: 'looks at the body before the quota',
    wrong: async (sent) =>
      sent.body.toString() === '{' && /whisper/.test(sent.route) ? json(422, {}) : pass(sent),
    related: /(shout|whisper) answers 429/,
    failing: ['POST /v1/whisper answers 429 to any body without a slot'],
    difference: /^a broken body: status: expected 429, got 422$/,
  },
  {
    service: 'lets one more through than there are slots',
    wrong: oneMore(),
    related: /exactly|answers an exhausted/,
    failing: ['exactly as many requests as slots pass in one window, many at once'],
    difference: /^accepted: expected 30 of 35, got 31$/,
  },
  {
    service: 'lets one fewer through than there are slots',
    wrong: async (sent) => {
      const answer = await pass(sent);
      const isLast = answer.status === 200 && answer.headers['x-ratelimit-remaining'] === '0';
      return isLast && sent.route.startsWith('POST') ? pass(sent) : answer;
    },
    related: /exactly/,
    failing: ['exactly as many requests as slots pass in one window, many at once'],
    difference: /^accepted: expected 30, got 29$/,
  },
  {
    service: 'says to come again too soon',
    wrong: spoilt(/emphasize/, 429, header('retry-after', '1')),
    related: /emphasize answers 429/,
    failing: ['POST /v1/emphasize answers 429 to any body without a slot'],
    difference: /^a good body: Retry-After: expected "\d+", got "1"$/,
  },
  {
    service: 'takes two slots',
    wrong: async (sent) => {
      if (/whisper/.test(sent.route)) await pass(sent);
      return pass(sent);
    },
    related: /(shout|whisper) takes/,
    failing: ['POST /v1/whisper takes one slot for any body, and shows what is left'],
    difference: /^a good body: X-RateLimit-Remaining: expected 29, got 28$/,
  },
  {
    service: 'takes a slot for what is not counted',
    wrong: async (sent) => {
      const headers = { 'x-api-key': sent.headers['x-api-key'] };
      if (sent.route === 'GET /docs') await pass({ ...sent, route: 'POST /v1/shout', headers });
      return pass(sent);
    },
    related: /takes? (none|no slot)/,
    failing: ['GET /v1/rate-limits and what is not counted take no slot'],
    difference: /^left after GET \/docs: expected 30, got 29$/,
  },
  {
    service: 'never says that the quota is used up',
    wrong: spoilt(/rate-limits/, 200, text('at_limit', 'ok')),
    related: /no slot$|answers an exhausted/,
    failing: ['GET /v1/rate-limits answers an exhausted key'],
    difference: /^the body of GET \/v1\/rate-limits: expected .*"at_limit".*, got .*"ok"/,
  },
  {
    service: 'refuses keys where none is needed',
    wrong: async (sent) =>
      sent.headers['x-api-key'] === 'revoked-demo-key' && /health/.test(sent.route)
        ? json(401, { detail: '' })
        : pass(sent),
    related: /health/,
    failing: ['GET /v1/health is for anyone, whatever key is sent'],
    difference: /^\{"X-API-Key":"revoked-demo-key"\}: status: expected 200, got 401$/,
  },
  {
    service: 'is another version',
    wrong: spoilt(/health/, 200, text(/\d+\.\d+\.\d+/, '0.0.1')),
    related: /health/,
    failing: [`GET /v1/health answers, and is version ${manifest.version}`],
    difference: /^the body: expected .*, got .*0\.0\.1/,
  },
  {
    service: 'does not answer monitors of uptime',
    wrong: spoilt(/^HEAD/, 200, () => ({ status: 404 })),
    related: /health/,
    failing: ['HEAD /v1/health answers as GET does, without the body'],
    difference: /^status: expected 200, got 404$/,
  },
  {
    service: 'may not run one of its functions',
    wrong: async (sent) =>
      sent.route.endsWith('/whisper')
        ? json(500, { message: 'Internal Server Error' })
        : pass(sent),
    related: /(shout|whisper) (checks|takes)/,
    failing: [
      'POST /v1/whisper checks the key before the body',
      'POST /v1/whisper takes one slot for any body, and shows what is left',
    ],
    difference: /expected 401, got 500$/,
  },
  {
    service: 'does not let pages of other origins send a key',
    wrong: spoilt(/^OPTIONS/, 204, header('access-control-allow-headers', 'content-type')),
    related: /CORS/,
    failing: ['a page of another origin may call every endpoint (CORS, preflight)'],
    difference:
      /^\/v1\/shout: Access-Control-Allow-Headers: expected content-type, x-api-key, got "content-type"$/,
  },
  {
    service: 'does not let pages of other origins read when to come again',
    wrong: spoilt(/rate-limits/, undefined, header('access-control-expose-headers', 'ratelimit')),
    related: /CORS/,
    failing: ['a page of another origin may read answers, the quota and the request id (CORS)'],
    difference: /^\/v1\/rate-limits: Access-Control-Expose-Headers: expected .*retry-after/,
  },
  {
    service: 'forgets an exclamation mark',
    wrong: spoilt(/scream/, 200, text('!!!', '!!')),
    related: /answers 200/,
    failing: ['POST /v1/scream answers 200 as described'],
    difference: /^three_marks: the body: expected .*OUT!!!.*, got .*OUT!!"/,
  },
  {
    service: 'does not say which bound was not kept',
    wrong: spoilt(/emphasize/, 422, text(/,"ctx":\{"le":1\}/, '')),
    related: /emphasize answers 4(?:13|22)/,
    failing: ['POST /v1/emphasize answers 422 as described'],
    difference: /^emphasis_ratio_is_above_1: the body: expected .*"le"/,
  },
  {
    service: 'makes fewer words bold than it says',
    wrong: spoilt(/emphasize/, 200, text(/\*\*(\S+)\*\*/, '$1')),
    related: /bold/,
    failing: ['POST /v1/emphasize makes a share of the words bold, and names its model'],
    difference: /^ratio 0.25: emphasized_words: expected/,
  },
  {
    service: 'ranks a word that it did not choose',
    wrong: spoilt(/emphasize/, 200, header('emphasis-order', '0, 1, 3')),
    related: /bold/,
    failing: ['POST /v1/emphasize makes a share of the words bold, and names its model'],
    difference: /^ratio 0.25: the places in Emphasis-Order: expected/,
  },
  {
    service: 'answers where nothing is',
    wrong: spoilt(/v2/, 404, () => ({ status: 200 })),
    related: /unknown path/,
    failing: ['an unknown path is answered 404, by a detail that names /docs'],
    difference: /^POST \/v2\/shout: status: expected 404, got 200$/,
  },
  {
    service: 'leaves unknown paths to API Gateway',
    wrong: spoilt(/./, 404, () => json(404, { message: 'Not Found' })),
    related: /unknown path/,
    failing: ['an unknown path is answered 404, by a detail that names /docs'],
    difference: /^GET \/assets: what is not as described: .*the body: .*detail/,
  },
  {
    service: 'lets caches keep that a path is unknown',
    wrong: spoilt(/v2/, 404, header('cache-control', 'max-age=60')),
    related: /unknown path/,
    failing: ['an unknown path is answered 404, by a detail that names /docs'],
    difference: /^POST \/v2\/shout: .*the header Cache-Control: max-age=60/,
  },
  {
    service: 'says nothing of where the paths are',
    wrong: spoilt(/./, 404, () => json(404, { detail: 'Not Found' })),
    related: /unknown path/,
    failing: ['an unknown path is answered 404, by a detail that names /docs'],
    difference: /^GET \/assets: what is not as described: .*no header/,
  },
  {
    service: 'does not know its own paths with another method',
    wrong: spoilt(/shout/, 405, () => ({ status: 404 })),
    related: /known path/,
    failing: ['a known path is answered 405 to other methods, with those that it has in Allow'],
    difference: /^GET \/v1\/shout: status: expected 405, got 404$/,
  },
  {
    service: 'leaves a method out of Allow',
    wrong: spoilt(/health/, 405, header('allow', 'GET, OPTIONS')),
    related: /known path/,
    failing: ['a known path is answered 405 to other methods, with those that it has in Allow'],
    difference: /^POST \/v1\/health: Allow: expected "GET, HEAD, OPTIONS", got "GET, OPTIONS"$/,
  },
  {
    service: 'refuses OPTIONS where no browser asks',
    wrong: async (sent) =>
      sent.route === 'OPTIONS /nowhere' && !sent.headers.origin
        ? json(405, { detail: '' })
        : pass(sent),
    related: /OPTIONS|CORS/,
    failing: ['OPTIONS is answered 204 without a body, whatever the path'],
    difference: /^\/nowhere: status: expected 204, got 405$/,
  },
  {
    service: 'lets its default route refuse preflights',
    wrong: spoilt(/^OPTIONS .*openapi/, 204, () => json(405, { detail: '' })),
    related: /OPTIONS|CORS/,
    failing: ['a page of another origin may call every endpoint (CORS, preflight)'],
    difference: /^\/openapi\.json: status: expected 204, got 405$/,
  },
  {
    service: 'leads from a slash too many to another origin',
    wrong: spoilt(/playground\/$/, 308, header('location', '//playground')),
    related: /slash/,
    failing: ['a page with a slash at its end leads to the page'],
    difference: /^\/playground\/: Location: expected "\/playground", got "\/\/playground"$/,
  },
  {
    service: 'allows what is inline',
    wrong: spoilt(/playground/, undefined, ({ headers }) => ({
      headers: {
        ...headers,
        'content-security-policy': `${headers['content-security-policy']}; style-src-elem 'unsafe-inline'`,
      },
    })),
    related: /playground/,
    failing: ['the page /playground allows nothing from elsewhere, and nothing inline'],
    difference: /^Content-Security-Policy: expected no unsafe-/,
  },
  {
    service: 'lets browsers come without TLS',
    wrong: spoilt(/docs$/, 200, header('strict-transport-security')),
    related: /docs/,
    failing: ['the page /docs allows nothing from elsewhere, and nothing inline'],
    difference: /^Strict-Transport-Security: expected .*, got nothing$/,
  },
  {
    service: 'does not tell programs where it is described',
    wrong: spoilt(/docs$/, 200, header('link')),
    related: /docs allows/,
    failing: ['the page /docs allows nothing from elsewhere, and nothing inline'],
    difference: /^Link: expected .*service-desc.*, got nothing$/,
  },
  {
    service: 'tells agents of another address',
    wrong: spoilt(/llms/, 200, text(/Base address: \S+/, 'Base address: ')),
    related: /how to call/,
    failing: ['/llms.txt says how to call every endpoint, and leads to what it links'],
    difference: /^the base address: expected/,
  },
  {
    service: 'has assets asked for again each time',
    wrong: spoilt(/assets\/playground/, 200, header('cache-control', 'no-cache')),
    related: /loads assets/,
    failing: ['the page /playground loads assets that are compressed and kept for good'],
    difference: /^\/assets\/playground-.*: Cache-Control: expected ".*immutable", got "no-cache"$/,
  },
  {
    service: 'does not say where it is',
    wrong: spoilt(/openapi/, 200, text('"servers":[{"url":"http:', '"servers":[{"url":"')),
    related: /openapi.json is/,
    failing: ["GET /openapi.json is the stage's description, for pages of any origin"],
    difference: /^the address of the API: expected .*, got "\/\/localhost:\d+"$/,
  },
  {
    service: 'describes another API',
    wrong: spoilt(/openapi/, 200, text('"X-RateLimit-Reset"', '"X-RateLimit-Rest"')),
    related: /openapi.json is/,
    failing: ["GET /openapi.json is the stage's description, for pages of any origin"],
    difference: /^what differs: expected \[\], got \["/,
  },
];

const { stage } = localSettings([], longWindow);

/** Makes checks. Resolves to what is not ok, and what is said of it. */
const failures = async (related: RegExp, more: Partial<Target> = {}) => {
  const chosen = checks.filter(({ name, appliesTo }) => related.test(name) && appliesTo(stage));
  const found = new Map<string, readonly [outcome: string, detail: string | undefined]>();
  for await (const finding of runChecks(chosen, { url, stage, ...more }, 30)) {
    const { name, outcome, detail } = finding;
    if (outcome !== 'ok') found.set(name, [outcome, detail]);
  }
  return found;
};

test.each(rows)('a service that $service', async (row) => {
  wrong = row.wrong;
  const found = await failures(row.related);
  expect([...found.keys()]).toEqual(row.failing);
  const [[outcome, detail] = []] = found.values();
  expect(outcome).toBe('wrong');
  expect(detail).toMatch(row.difference);
});

test('a service where another model chooses than is wanted', async () => {
  wrong = pass;
  const found = await failures(/bold/, { model: 'bedrock', stage: stageNamed('demo') });
  expect([...found.values()]).toEqual([
    [
      'wrong',
      expect.stringMatching(/^ratio 0.25: model: expected amazon.nova-.*, got "amplify-sal/),
    ],
  ]);
});

test('a service without the accounts that its stage has', async () => {
  wrong = pass;
  const target = { url, stage: stageNamed('prod') };
  const found: unknown[] = [];
  for await (const { outcome, detail } of runChecks(groups.accounts, target, undefined)) {
    found.push([outcome, detail]);
  }
  expect(found).toEqual([
    ['wrong', 'PUT /account: status: expected 401, got 404'],
    ['wrong', 'status: expected 200, got 404'],
  ]);
});

test('a service that a proxy can not reach is not wrong', async () => {
  wrong = async () => json(502, { message: 'Bad Gateway' });
  const found = await failures(/health|CORS/);
  const reason = 'a proxy answers 502';
  const outcomes = [reason, reason, reason, 'not tried any more'];
  expect([...found.values()].slice(0, 4)).toEqual(outcomes.map((said) => ['unreached', said]));
});
