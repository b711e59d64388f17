/** Whether requests and their answers are as the API's description says, in both directions. */
import type { JsonSchema } from '@valibot/to-json-schema';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { describeApi } from '../openapi/description.ts';
import { headerReferences } from '../openapi/header-objects.ts';
import { alternatives } from '../openapi/schemas.ts';
import { jsonContent } from '../openapi/shared-responses.ts';
import type { Operation, Reference, Response } from '../openapi/types.ts';
import { apiEndpoints, routeKeys } from '../settings/endpoints.ts';
import { defaultStage, stageNamed } from '../settings/stages.ts';
import type { Answer, Sent } from './exchange.ts';

const description = describeApi(stageNamed(defaultStage));
const { components } = description;

/** Allows an object no members but those described: callers must bear more, these checks need not. */
const close = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema), (_, value) =>
    value?.type === 'object' && value.properties
      ? { ...value, additionalProperties: false }
      : value,
  );

const options = {
  strict: false,
  // A format that says no more than the bounds beside it.
  formats: { int32: true },
  // The schemas are our own: to compile the schema of schemas takes longer than to compile them all.
  meta: false,
  validateSchema: false,
} as const;

const requests = new Ajv2020(options).addSchema({ $id: 'api', components });
const answers = new Ajv2020(options).addSchema({
  $id: 'api',
  components: { schemas: close(components.schemas as JsonSchema) },
});
const fields = new Ajv2020({ ...options, coerceTypes: true });

const fieldValidators = new Map<JsonSchema, ValidateFunction>();

/** Checks an object whose `value` is a header's. To compile a schema takes longer than a request. */
const fieldValidator = (schema: JsonSchema): ValidateFunction => {
  const known = fieldValidators.get(schema);
  if (known) return known;
  const compiled = fields.compile({ properties: { value: schema } });
  fieldValidators.set(schema, compiled);
  return compiled;
};

const validator = (ajv: Ajv2020, { $ref }: Reference): ValidateFunction =>
  ajv.getSchema(`api${$ref}`) as ValidateFunction;

/** Why an answer's body fits none of the schemas given; `undefined` if it fits one. */
const misfit = (schemas: readonly Reference[], body: unknown): string | undefined => {
  const checks = schemas.map((schema) => validator(answers, schema));
  if (checks.some((check) => check(body))) return undefined;
  return checks.map(({ errors }) => answers.errorsText(errors)).join(', or ');
};

/** One of the parts by its reference, or the thing itself. */
export const resolve = <Part extends object>(
  parts: Readonly<Record<string, Part>>,
  thing: Part | Reference,
): Part => ('$ref' in thing ? (parts[String(thing.$ref.split('/').at(-1))] as Part) : thing);

/**
 * The headers that are no answer's own: of the connection, of the Fetch Standard's CORS protocol, and of a
 * CloudFront on the way.
 */
const general =
  /^(?:connection|content-length|content-type|date|keep-alive|transfer-encoding|access-control-(?:allow-origin|expose-headers)|alt-svc|server|via|x-amz-cf-(?:id|pop)|x-cache)$/;

/** What is wrong with a request and its answer: nothing, if they are as described. */
export const faults = (sent: Sent, answer: Answer): readonly string[] => {
  const { method = 'POST', path } = sent;
  const route = String(path.split('?')[0]);
  const asGet = method === 'HEAD' && answeringHead.has(`HEAD ${route}`);
  const operation = description.paths[route]?.[asGet ? 'get' : method.toLowerCase()];
  return operation
    ? [
        ...requestFaults(operation, sent, answer),
        ...answerFaults(operation.responses, answer, asGet),
      ]
    : elsewhereFaults(method, answer);
};

/** The routes of the API that answer a `HEAD`: as they do a `GET`, but without the body. */
const answeringHead = new Set(apiEndpoints.flatMap(routeKeys));

/** The answers where no operation is, which the description has in its prose. */
const elsewhere: Operation['responses'] = {
  404: {
    description: 'There is nothing at the path.',
    headers: headerReferences('Cache-Control'),
    content: jsonContent('ServiceError', {}),
  },
  405: {
    description: 'The path answers other methods.',
    headers: {
      ...headerReferences('Cache-Control'),
      Allow: {
        description: 'Those methods.',
        required: true,
        schema: { type: 'string', pattern: '^[A-Z]+(, [A-Z]+)*$' },
        example: 'POST, OPTIONS',
      },
    },
    content: jsonContent('ServiceError', {}),
  },
};

/** What is wrong with an answer where no operation is: `OPTIONS` is answered there as well. */
const elsewhereFaults = (method: string, answer: Answer): readonly string[] => {
  const { status, text } = answer;
  if (method !== 'OPTIONS') return answerFaults(elsewhere, answer, method === 'HEAD');
  return status === 204 && text === '' ? [] : [`OPTIONS answered by ${status}`];
};

/** A body that is taken fits the schema; one whose fields are refused does not. */
const requestFaults = (
  { requestBody }: Operation,
  { body }: Sent,
  { status, json }: Answer,
): readonly string[] => {
  if (!requestBody) return [];
  const { detail } = (json ?? {}) as { detail?: readonly { readonly loc: readonly unknown[] }[] };
  const fieldsRefused = status === 422 && detail?.every(({ loc }) => typeof loc[1] === 'string');
  if (status !== 200 && !fieldsRefused) return [];
  const value = JSON.parse(String(body).replace(/^\ufeff/, ''));
  const fits = validator(requests, requestBody.content['application/json'].schema)(value);
  return fits === (status === 200)
    ? []
    : [`a request that ${fits ? 'fits' : 'does not fit'}: ${status}`];
};

const answerFaults = (
  responses: Operation['responses'],
  answer: Answer,
  toHead: boolean,
): readonly string[] => {
  const { status, json, text } = answer;
  const described = responses[status] ?? (status >= 400 ? responses.default : undefined);
  if (!described) return [`the status ${status}`];
  const { headers, content } = resolve(components.responses, described);
  const type = String(answer.headers['content-type']);
  if (!Object.hasOwn(content, type)) return [`the content type ${type}`];
  const wrong = toHead
    ? text && 'not empty'
    : misfit(alternatives(content['application/json'].schema), json);
  return [...(wrong ? [`the body: ${wrong}`] : []), ...headerFaults(headers, answer)];
};

const headerFaults = (described: Response['headers'], answer: Answer): readonly string[] => [
  ...Object.entries(described).flatMap(([name, header]) => {
    const { required, schema } = resolve(components.headers, header);
    const value = answer.headers[name.toLowerCase()];
    if (value === undefined) {
      return required || isOwed(name, answer) ? [`no header ${name}`] : [];
    }
    return fieldValidator(schema)({ value }) ? [] : [`the header ${name}: ${value}`];
  }),
  ...Object.keys(answer.headers)
    .filter((name) => !general.test(name))
    .filter((name) => !Object.keys(described).some((known) => known.toLowerCase() === name))
    .map((name) => `the header ${name}`),
];

/**
 * Whether an error owes a header that is optional only because API Gateway may answer by itself. The
 * service's own errors have them all, except for the quota where it failed: maybe before the key check.
 */
const isOwed = (name: string, { status, json }: Answer): boolean =>
  status >= 400 &&
  Object.hasOwn(json ?? {}, 'detail') &&
  !(status >= 500 && /ratelimit|cache-control/i.test(name));
