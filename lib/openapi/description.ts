/** The API's description in OpenAPI 3.1, derived from the endpoints and the schemas that validate requests. */
import * as v from 'valibot';
import type { Plan } from '../../functions/quota/window.ts';
import type { ValidationIssue } from '../../functions/request/error-bodies.ts';
import {
  bodyMissing,
  bodyNotJson,
  bodyNotObject,
  fieldIssues,
} from '../../functions/request/issues.ts';
import {
  forbiddenMember,
  type JsonFault,
  jsonFault,
  nestedTooDeeply,
} from '../../functions/request/json-fault.ts';
import { type ApiEndpoint, apiEndpoints } from '../settings/endpoints.ts';
import { type Stage, stageNamed, stagePlans } from '../settings/stages.ts';
import {
  headerReferences,
  otherHeaders,
  quotaHeaderObjects,
  quotaHeaderReferences,
} from './header-objects.ts';
import { info, keyScheme, tags } from './info.ts';
import { componentSchemas } from './schemas.ts';
import { jsonContent, responseReference, sharedResponses } from './shared-responses.ts';
import {
  type DocumentedEndpoint,
  type ExampleObject,
  mapValues,
  type OperationObject,
  type ReferenceObject,
} from './types.ts';

/**
 * @param server - the base URL of the API; `/` is the origin of the description.
 * @throws {Error} for a stage without a plan.
 */
export const describeApi = (stage: Stage, server = '/') => {
  const [plan] = stagePlans(stage);
  if (!plan) throw new Error(`The stage ${stage.name} has no plan.`);
  const endpoints = apiEndpoints.map(
    (endpoint): DocumentedEndpoint => ({
      ...endpoint,
      documentation: endpoint.documentation(plan),
    }),
  );
  return {
    openapi: '3.1.1',
    info: info(stage),
    servers: [{ url: server, description: `Stage ${stage.name}` }],
    security: [{ ApiKey: [] }],
    tags,
    paths: mapValues(
      Object.groupBy(endpoints, ({ path }) => path),
      (methods = []) =>
        Object.fromEntries(methods.map((row) => [row.method.toLowerCase(), operation(row, plan)])),
    ),
    components: {
      securitySchemes: { ApiKey: keyScheme(stage) },
      schemas: componentSchemas(endpoints),
      headers: { ...quotaHeaderObjects(plan), ...otherHeaders },
      responses: sharedResponses(stage, plan),
    },
  };
};

export type Description = ReturnType<typeof describeApi>;

/** `docs/openapi.json`: the description of `prod`, so that a reviewer sees what a change does to callers. */
export const committedText = (): string =>
  `${JSON.stringify(describeApi(stageNamed('prod'), 'https://api.example.com'), null, 2)}\n`;

const operation = (endpoint: DocumentedEndpoint, plan: Plan): OperationObject => {
  const { name, access, documentation } = endpoint;
  const { tag, description, experimental, request, response, examples } = documentation;
  const shown = (part: 'request' | 'response') =>
    mapValues(examples, (example) => ({ summary: example.summary, value: example[part] }));
  return {
    operationId: name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
    // Postman and Bruno use it as the request's name.
    summary: titleCase(name),
    description,
    tags: [tag],
    ...(access === 'open' && { security: [] }),
    ...(request && {
      requestBody: {
        required: true,
        content: jsonContent(request.schema, shown('request')),
      },
    }),
    responses: {
      200: {
        description: access === 'counted' ? 'Success. Uses the slot.' : 'Success.',
        headers: access === 'open' ? headerReferences() : quotaHeaderReferences(plan),
        content: jsonContent(response.schema, shown('response')),
      },
      ...errorResponses(access),
      ...(request &&
        endpoint.request && {
          422: {
            description: 'The body is not JSON, or invalid. Uses the slot.',
            headers: quotaHeaderReferences(plan),
            content: jsonContent(
              'ValidationError',
              validationExamples(endpoint.request, request.invalid),
            ),
          },
        }),
    },
    ...(experimental && { 'x-experimental': true }),
  };
};

/** An endpoint's name as a title, e.g. `Rate limits`. */
export const titleCase = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');

const errorResponses = (access: ApiEndpoint['access']): Readonly<Record<string, ReferenceObject>> =>
  mapValues(
    {
      ...(access !== 'open' && { 401: 'Unauthorized', 503: 'ServiceUnavailable' }),
      ...(access === 'counted' && { 413: 'ContentTooLarge' }),
      429: access === 'counted' ? 'TooManyRequests' : 'Flooded',
      500: 'InternalServerError',
      default: 'Gateway',
    } as const,
    responseReference,
  );

/** Invalid bodies, for the examples of a 422. A fault of JSON that is not one of syntax is given. */
type InvalidBodies = readonly (readonly [summary: string, body: string, fault?: JsonFault])[];

const commonBodies: InvalidBodies = [
  ['No body', ''],
  ['Not JSON', '{"text":"hello"'],
  ['A forbidden member name', '{"text":"hello","__proto__":{}}', forbiddenMember],
  ['Nested too deeply', '['.repeat(1_001), nestedTooDeeply],
  ['Not an object', '["hello"]'],
  ['`text` is missing', '{"txt":"hello"}'],
  ['`text` is not a string', '{"text":5}'],
  ['`text` is empty', '{"text":""}'],
];

/** The examples of a request's 422, by names such as `text_is_missing`. */
const validationExamples = (
  schema: v.GenericSchema,
  invalid: InvalidBodies,
): Readonly<Record<string, ExampleObject>> =>
  Object.fromEntries(
    [...commonBodies, ...invalid].map(([summary, body, fault]) => [
      summary.toLowerCase().replaceAll('`', '').replaceAll(' ', '_'),
      {
        summary,
        value: { detail: bodyIssues(schema, body, fault) },
        'x-request-body': body,
      },
    ]),
  );

/** Uses the same code as the functions. */
const bodyIssues = (
  schema: v.GenericSchema,
  body: string,
  fault = jsonFault(body),
): readonly ValidationIssue[] => {
  if (body === '') return [bodyMissing];
  if (fault) return [bodyNotJson(fault)];
  const value = JSON.parse(body);
  if (Array.isArray(value)) return [bodyNotObject(value)];
  return fieldIssues(v.safeParse(schema, value).issues ?? [], value);
};
