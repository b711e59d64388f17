/** Calls a service, and compares the requests and the answers with the API's description. */
import { expect } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expiryHeader } from '../../../functions/keys/policy.ts';
import { throttledDetail } from '../../../functions/request/access.ts';
import { describeApi } from '../../../lib/openapi/description.ts';
import { headerReferences } from '../../../lib/openapi/header-objects.ts';
import { jsonContent } from '../../../lib/openapi/shared-responses.ts';
import { type OperationObject, type ResponseObject, resolve } from '../../../lib/openapi/types.ts';
import { apiEndpoints, routeKeys } from '../../../lib/settings/endpoints.ts';
import { defaultStage, stageNamed } from '../../../lib/settings/stages.ts';
import { demoSlots } from '../../support/service.ts';
import { type Answer, exchange, type Sent } from '../client.ts';

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
export const expectQuota = (answer: Answer, remaining: number, limit = demoSlots): void => {
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
const faults = (sent: Sent, answer: Answer): readonly string[] => {
  const { method = 'POST', path } = sent;
  const [route = ''] = path.split('?');
  const described = headRoutes.includes(`${method} ${route}`) ? 'GET' : method;
  const operation = paths[route]?.[described.toLowerCase()];
  const wrong = answerFaults(operation?.responses ?? elsewhere, answer, method === 'HEAD');
  return operation ? [...requestFaults(operation, sent, answer), ...wrong] : wrong;
};

/** The answers to unknown paths and methods, which the description mentions only in its text. */
const pathError: ResponseObject = {
  description: '',
  headers: headerReferences(),
  content: jsonContent('ServiceError', {}),
};
const elsewhere: OperationObject['responses'] = { 404: pathError, 405: pathError };

/** A body that is accepted fits the schema; one that is rejected for its fields does not. */
const requestFaults = (
  { requestBody }: OperationObject,
  { body }: Sent,
  { status, json }: Answer,
) => {
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

const answerFaults = (responses: OperationObject['responses'], answer: Answer, isHead: boolean) => {
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

const headerFaults = (described: ResponseObject['headers'], answer: Answer): readonly string[] => {
  // API Gateway may rename this header.
  const { 'x-amzn-remapped-www-authenticate': renamed, ...kept } = answer.headers;
  const received = renamed === undefined ? kept : { 'www-authenticate': renamed, ...kept };
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
