/** Compares requests and answers with the API's description, in both directions. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expiryHeader } from '../../functions/keys/policy.ts';
import { throttledDetail } from '../../functions/request/quota.ts';
import { describeApi } from '../../lib/openapi/description.ts';
import { headerReferences } from '../../lib/openapi/header-objects.ts';
import { jsonContent } from '../../lib/openapi/shared-responses.ts';
import {
  alternatives,
  type Operation,
  type Reference,
  type Response,
  resolve,
} from '../../lib/openapi/types.ts';
import { apiEndpoints, routeKeys } from '../../lib/settings/endpoints.ts';
import { defaultStage, stageNamed } from '../../lib/settings/stages.ts';

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
  const isHead = method === 'HEAD';
  const described = headRoutes.includes(`${method} ${route}`) ? 'GET' : method;
  const operation = paths[route]?.[described.toLowerCase()];
  if (operation) {
    const wrong = answerFaults(operation.responses, answer, isHead);
    return [...requestFaults(operation, sent, answer), ...wrong];
  }
  return answerFaults(elsewhere, answer, isHead);
};

/** The answers to unknown paths and methods, which the description mentions only in its text. */
const pathError: Response = {
  description: '',
  headers: headerReferences('Cache-Control'),
  content: jsonContent('ServiceError', {}),
};
const elsewhere = { 404: pathError, 405: pathError };

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
  const schemas = alternatives(content['application/json'].schema);
  const wrong = isHead ? text && 'not empty' : bodyFault(schemas, json);
  return [...(wrong ? [`the body: ${wrong}`] : []), ...headerFaults(headers, answer)];
};

/** Why a body fits none of the schemas; empty if it fits one. */
const bodyFault = (schemas: readonly Reference[], body: unknown): string => {
  const misfits = schemas.map(({ $ref }) =>
    answers.validate(`api${$ref}`, body) ? '' : answers.errorsText(),
  );
  return misfits.includes('') ? '' : misfits.join(', or ');
};

/** Whether what is left of the quota is unknown. */
export const isUnknown = ({ status, json }: Answer): boolean =>
  status === 503 || (json as { detail?: unknown } | undefined)?.detail === throttledDetail;

const headerFaults = (described: Response['headers'], answer: Answer): readonly string[] => {
  // Where API Gateway renames it, the other name stands for it.
  const { 'x-amzn-remapped-www-authenticate': renamed, ...others } = answer.headers;
  const received = renamed === undefined ? others : { 'www-authenticate': renamed, ...others };
  // Beside a shorter `Retry-After`, its draft forbids it.
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
  !(status >= 500 && /ratelimit|cache-control/i.test(name));
