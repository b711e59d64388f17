/** Calls a service with exact requests, and compares them and the answers with the API's description. */
import { lookup } from 'node:dns';
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { expect } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expiryHeader } from '../../functions/keys/policy.ts';
import { throttledDetail } from '../../functions/request/quota.ts';
import { describeApi } from '../../lib/openapi/description.ts';
import { headerReferences } from '../../lib/openapi/header-objects.ts';
import { jsonContent } from '../../lib/openapi/shared-responses.ts';
import { type Operation, type Response, resolve } from '../../lib/openapi/types.ts';
import { apiEndpoints, routeKeys } from '../../lib/settings/endpoints.ts';
import { defaultStage, type Stage, stageNamed } from '../../lib/settings/stages.ts';

export { newKey } from '../support/service.ts';

/** A service to check. */
export interface Service {
  /** The base address, without a slash at its end. */
  readonly url: string;
  /** The stage, with this clone's settings. */
  readonly stage: Stage;
  /** The key whose slots are used. */
  readonly key: string;
  /** The model that must have chosen the words that emphasize makes bold. Absent: either. */
  readonly model?: 'bedrock' | 'embedded' | undefined;
}

/** A sentence of the contract. */
export interface Check {
  readonly name: string;
  /** The most slots that it uses; `all` means a whole window. Absent: the check needs no key. */
  readonly slots?: number | 'all';
  /** Only for stages with accounts. */
  readonly accounts?: true;
  readonly run: (service: Service) => Promise<void>;
}

/** Runs a part of a check for each case, which an error names. */
export const inEach = async <Case>(
  cases: Iterable<Case>,
  nameOf: (one: Case) => string,
  run: (one: Case) => Promise<unknown>,
): Promise<void> => {
  for (const one of cases) {
    try {
      await run(one);
    } catch (error) {
      const { message, stack } = error as Error;
      const name = nameOf(one);
      const named = { message: `${name}: ${message}`, stack: `${name}: ${stack}` };
      throw Object.assign(error as Error, named);
    }
  }
};

/** A request to the API. */
export interface Sent {
  /** Default: `POST`. */
  readonly method?: string;
  readonly path: string;
  /** Names and values, each character a byte; a list repeats the header. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer | undefined;
}

/** An answer of the API. */
export interface Answer {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, unknown>>;
  /** The decompressed body. */
  readonly text: string;
  /** The body as JSON; `undefined` if it is not JSON. */
  readonly json: unknown;
}

/** The service did not answer. The message says why. */
export class Unreachable extends Error {}

/** AWS rejected the request before it reached the service. The message says how. */
export class Throttled extends Unreachable {}

/** The time limit for a request and its answer, in milliseconds: twice emphasize's. */
const timeout = 20_000;

/** How often a request that API Gateway throttles is sent, a second or two apart. */
const attempts = 5;

/**
 * Sends a request, and again if API Gateway throttles it: all callers share that limit, and no slot was used.
 *
 * @throws {Unreachable} if the service does not answer; {Throttled} if it has no capacity.
 */
export const exchange = async (url: string, sent: Sent): Promise<Answer> => {
  for (let attempt = 1; ; attempt += 1) {
    const { status, headers, bytes } = await request(url, sent);
    // The answer to a `HEAD` may name an encoding, and has no body. No test accepts another encoding.
    const isCompressed = bytes.length > 0 && headers['content-encoding'] === 'br';
    const text = (isCompressed ? brotliDecompressSync(bytes) : bytes).toString();
    const json = parsed(text);
    // Neither the service nor API Gateway sends these.
    if (status === 502 || status === 504) throw new Unreachable(`a proxy answers ${status}`);
    // The service's own errors have a `detail`.
    const { message } = (json ?? {}) as { readonly message?: unknown };
    const isFull = status === 503 && message === 'Service Unavailable';
    const isThrottled = status === 429 && message === 'Too Many Requests';
    if (!isFull && !isThrottled) return { status, headers, text, json };
    if (isFull || attempt === attempts) {
      throw new Throttled(`API Gateway answered ${status} {"message":"${message}"}`);
    }
    await setTimeout(1_000 + Math.random() * 1_000);
  }
};

/** Uses a new connection. `fetch` rejects some requests, such as a `GET` with a body, and changes others. */
const request = async (url: string, { method = 'POST', path, headers, body }: Sent) => {
  const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
  const signal = AbortSignal.timeout(timeout);
  const all = { ...headers, ...length };
  const options = { method, headers: all, agent: false, signal, lookup: find };
  try {
    const protocol = url.startsWith('https:') ? https : http;
    const outgoing = protocol.request(url + path, options as object);
    // As bytes: Node encodes headers that it sends together with a string as UTF-8.
    outgoing.end(Buffer.from(body ?? ''));
    // A request may still fail while its answer is read.
    outgoing.on('error', () => {});
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
    const { statusCode: status = 0, headers: received } = incoming;
    return { status, headers: received, bytes: await buffer(incoming) };
  } catch (error) {
    if (signal.aborted) throw new Unreachable(`no answer within ${timeout / 1_000} s`);
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new Unreachable(message.includes(code) ? message : `${message} (${code})`);
  }
};

/** Every name under `localhost` is this machine (RFC 6761, section 6.3), which Node's own look-up may not know. */
const find: LookupFunction = (name, ...rest) =>
  lookup(name.endsWith('.localhost') ? 'localhost' : name, ...rest);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * Sends a request, and expects it and the answer to match the API's description: with its headers, and without any
 * other, such as those of a quota.
 *
 * @param status - the expected status. Default: any.
 */
export const send = async (url: string, sent: Sent, status?: number): Promise<Answer> => {
  const answer = await exchange(url, sent);
  expect({ status: answer.status, faults: faults(sent, answer) }).toEqual({
    status: status ?? answer.status,
    faults: [],
  });
  return answer;
};

/** A request with a key and a body in JSON. A string is sent as is. */
export const posted = (key: string, path: string, body: unknown): Sent => ({
  path,
  headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

export const post = (url: string, path: string, key: string, body: unknown, status?: number) =>
  send(url, posted(key, path, body), status);

export const rateLimits = (url: string, key: string) =>
  send(url, { method: 'GET', path: '/v1/rate-limits', headers: { 'X-API-Key': key } });

export const slotsLeft = async (url: string, key: string): Promise<number> => {
  const { json } = await rateLimits(url, key);
  return (json as { requests_remaining: number }).requests_remaining;
};

/** The paths that take a slot. */
export const countedPaths: readonly string[] = apiEndpoints
  .filter(({ access }) => access === 'counted')
  .map(({ path }) => path);

/** Reads the quota headers, and expects them to agree. */
export const shownQuota = (answer: Answer) => {
  const { ratelimit, 'ratelimit-policy': policy, 'cache-control': caching } = answer.headers;
  const [, plan = '', window] = /^"([^"]+)";q=\d+;w=(\d+)$/.exec(String(policy)) ?? [];
  const windowSeconds = Number(window);
  const [limit = 0, remaining = 0, resetsInSeconds = 0] = ['limit', 'remaining', 'reset'].map(
    (name) => Number(answer.headers[`x-ratelimit-${name}`]),
  );
  expect({ policy, ratelimit, caching }).toEqual({
    policy: `"${plan}";q=${limit};w=${windowSeconds}`,
    ratelimit: isUnknown(answer) ? undefined : `"${plan}";r=${remaining};t=${resetsInSeconds}`,
    caching: 'no-store',
  });
  expect(limit).toBeGreaterThan(0);
  expect(remaining).toBeLessThanOrEqual(limit);
  expect(resetsInSeconds).toBeGreaterThan(0);
  expect(resetsInSeconds).toBeLessThanOrEqual(windowSeconds);
  return { plan, limit, windowSeconds, remaining, resetsInSeconds } as const;
};

/** Expects all quota headers of a key with so many slots a day. */
export const expectQuota = (answer: Answer, remaining: number, limit = 30): void => {
  const quota = { plan: 'demo', limit, remaining, windowSeconds: 86_400 };
  expect(shownQuota(answer)).toMatchObject(quota);
};

const { paths, components } = describeApi(stageNamed(defaultStage));

/** The schemas without additional members: callers must accept them, but these checks know all members. */
const closed = JSON.parse(JSON.stringify(components.schemas), (_, value) =>
  value?.properties ? { ...value, additionalProperties: false } : value,
);

const options = {
  strict: false,
  // These formats add nothing to the schemas' own bounds and patterns.
  formats: { int32: true, 'date-time': true },
  // The schemas are our own, and validating them takes longer than compiling them.
  meta: false,
  validateSchema: false,
} as const;

const requests = new Ajv2020(options).addSchema({ $id: 'api', components });
const answers = new Ajv2020(options).addSchema({ $id: 'api', components: { schemas: closed } });
const fields = new Ajv2020({ ...options, coerceTypes: true });

/** Headers that any answer may have: of HTTP, CORS and CloudFront. */
const general =
  /^(?:allow|connection|content-length|content-type|date|keep-alive|transfer-encoding|vary|access-control-(?:allow-origin|expose-headers)|alt-svc|server|via|x-amz-cf-(?:id|pop)|x-cache)$/;

/** The routes of the API that answer `HEAD` like `GET`, without the body. */
const headRoutes = apiEndpoints.flatMap(routeKeys).filter((route) => route.startsWith('HEAD '));

/** What is wrong with a request and its answer: nothing, if they are as described. */
export const faults = (sent: Sent, answer: Answer): readonly string[] => {
  const { method = 'POST', path } = sent;
  const [route = ''] = path.split('?');
  const described = headRoutes.includes(`${method} ${route}`) ? 'GET' : method;
  const operation = paths[route]?.[described.toLowerCase()];
  const wrong = answerFaults(operation?.responses ?? elsewhere, answer, method === 'HEAD');
  return operation ? [...requestFaults(operation, sent, answer), ...wrong] : wrong;
};

/** The answers to unknown paths and methods, which the description mentions only in its text. */
const pathError: Response = {
  description: '',
  headers: headerReferences(),
  content: jsonContent('ServiceError', {}),
};
const elsewhere: Operation['responses'] = { 404: pathError, 405: pathError };

/** A body that is accepted fits the schema; one that is rejected for its fields does not. */
const requestFaults = ({ requestBody }: Operation, { body }: Sent, { status, json }: Answer) => {
  if (!requestBody) return [];
  const { detail } = (json ?? {}) as { detail?: readonly { readonly loc: readonly unknown[] }[] };
  const fieldsRejected = status === 422 && detail?.every(({ loc }) => typeof loc[1] === 'string');
  if (status !== 200 && !fieldsRejected) return [];
  const { $ref } = requestBody.content['application/json'].schema;
  const value = JSON.parse(String(body).replace(/^\ufeff/, ''));
  const fits = requests.validate(`api${$ref}`, value);
  if (fits === (status === 200)) return [];
  return [`a request that ${fits ? 'fits' : 'does not fit'}: ${status}`];
};

const answerFaults = (responses: Operation['responses'], answer: Answer, isHead: boolean) => {
  const { status, json, text } = answer;
  const described = responses[status] ?? (status >= 400 ? responses.default : undefined);
  if (!described) return [`the status ${status}`];
  const { headers, content } = resolve(components.responses, described);
  const type = String(answer.headers['content-type']);
  if (!Object.hasOwn(content, type)) return [`the content type ${type}`];
  const { $ref } = content['application/json'].schema;
  const misfit = answers.validate(`api${$ref}`, json) ? '' : answers.errorsText();
  const wrong = isHead ? text && 'not empty' : misfit;
  return [...(wrong ? [`the body: ${wrong}`] : []), ...headerFaults(headers, answer)];
};

/** Whether what is left of the quota is unknown. */
const isUnknown = ({ status, json }: Answer): boolean =>
  status === 503 || (json as { detail?: unknown } | undefined)?.detail === throttledDetail;

const headerFaults = (described: Response['headers'], answer: Answer): readonly string[] => {
  // API Gateway may rename this header.
  const { 'x-amzn-remapped-www-authenticate': renamed, ...others } = answer.headers;
  const received = renamed === undefined ? others : { 'www-authenticate': renamed, ...others };
  // The draft forbids `RateLimit` beside a shorter `Retry-After`.
  const forbidden = isUnknown(answer) ? 'RateLimit' : undefined;
  const rows = Object.entries(described).filter(([name]) => name !== forbidden);
  const known = rows.map(([name]) => name.toLowerCase());
  const unknown = Object.keys(received).filter(
    (name) => !general.test(name) && !known.includes(name),
  );
  const wrong = rows.flatMap(([name, header]) => {
    const { required, schema } = resolve(components.headers, header);
    const value = received[name.toLowerCase()];
    if (value !== undefined) {
      return fields.validate(schema as object, value) ? [] : [`the header ${name}: ${value}`];
    }
    return required || isOwed(name, answer) ? [`no header ${name}`] : [];
  });
  return [...wrong, ...unknown.map((name) => `the header ${name}`)];
};

/**
 * Whether a response must have a header that is optional in the description because API Gateway's own errors lack
 * it, or because API Gateway may rename it. The service's responses have them all, except for a key's end, and the quota
 * if it failed before the key check.
 */
const isOwed = (name: string, { status, json }: Answer): boolean =>
  name !== expiryHeader &&
  (status < 400 || Object.hasOwn(json ?? {}, 'detail')) &&
  !(status >= 500 && /ratelimit/i.test(name));
