/**
 * The API's description in OpenAPI 3.1: made of the table of endpoints and of the schemas that check
 * requests, so that it says what the service does.
 */
import type { Plan } from '../../functions/quota/window.ts';
import { type ApiEndpoint, apiEndpoints } from '../settings/endpoints.ts';
import { plansOf, type Stage } from '../settings/stages.ts';
import {
  headerReferences,
  otherHeaders,
  quotaHeaderReferences,
  quotaHeaders,
} from './header-objects.ts';
import { info, keyScheme, tags } from './info.ts';
import { type Documentation, documentation } from './operations.ts';
import { schemas } from './schemas.ts';
import { jsonContent, responseReference, sharedResponses } from './shared-responses.ts';
import type { Description, Example, Operation, Reference, Response } from './types.ts';
import { validationExamples } from './validation-examples.ts';

/**
 * The description of a stage.
 *
 * @param server - the base address of the API; `/` is the origin that the description comes from.
 * @throws {Error} for a stage without a plan.
 */
export const describeApi = (stage: Stage, server = '/'): Description => {
  const [plan] = plansOf(stage);
  if (!plan) throw new Error(`The stage ${stage.name} has no plan.`);
  return {
    openapi: '3.1.1',
    info: info(stage),
    servers: [{ url: server, description: `Stage ${stage.name}` }],
    security: [{ ApiKey: [] }],
    tags,
    paths: Object.fromEntries(
      apiEndpoints.map((endpoint) => [
        endpoint.path,
        {
          [endpoint.method.toLowerCase()]: operation(endpoint, documentation[endpoint.name], plan),
        },
      ]),
    ),
    components: {
      securitySchemes: { ApiKey: keyScheme(stage) },
      schemas,
      headers: { ...quotaHeaders(plan), ...otherHeaders },
      responses: sharedResponses(stage, plan),
    },
  };
};

const operation = (
  { name, access }: ApiEndpoint,
  { tag, description, request, response, headers, exchanges, experimental }: Documentation,
  plan: Plan,
): Operation => ({
  operationId: name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
  // By it, Postman and Bruno name the request.
  summary: titleOf(name),
  description,
  tags: [tag],
  ...(access === 'open' && { security: [] }),
  ...(request && {
    requestBody: {
      required: true,
      content: jsonContent(
        request.name,
        mapValues(exchanges(plan), (exchange) => ({
          summary: exchange.summary,
          value: exchange.request,
        })),
      ),
    },
  }),
  responses: {
    200: {
      description: access === 'counted' ? 'Done. The slot is used.' : 'Done.',
      headers: {
        ...(access === 'open' ? headerReferences() : quotaHeaderReferences(plan)),
        ...headers,
      },
      content: jsonContent(
        response.name,
        mapValues(exchanges(plan), (exchange) => ({
          summary: exchange.summary,
          value: exchange.response,
        })),
      ),
    },
    ...refusals[access],
    ...(request && { 422: unprocessable(plan, validationExamples(request)) }),
  },
  ...(experimental && { 'x-experimental': true }),
});

/** An endpoint's name as a title, e.g. `Rate limits`. */
export const titleOf = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');

/** What is answered instead, by who may call. */
const refusals: Readonly<Record<ApiEndpoint['access'], Readonly<Record<string, Reference>>>> = {
  open: {
    429: responseReference('Gateway'),
    500: responseReference('InternalServerError'),
    default: responseReference('Gateway'),
  },
  keyed: {
    401: responseReference('Unauthorized'),
    429: responseReference('Gateway'),
    500: responseReference('InternalServerError'),
    503: responseReference('ServiceUnavailable'),
    default: responseReference('Gateway'),
  },
  counted: {
    401: responseReference('Unauthorized'),
    413: responseReference('ContentTooLarge'),
    429: responseReference('TooManyRequests'),
    500: responseReference('InternalServerError'),
    503: responseReference('ServiceUnavailable'),
    default: responseReference('Gateway'),
  },
};

const unprocessable = (plan: Plan, examples: Readonly<Record<string, Example>>): Response => ({
  description: 'The body is not JSON, or does not fit. The slot is used.',
  headers: quotaHeaderReferences(plan),
  content: jsonContent('ValidationError', examples),
});

const mapValues = <From, To>(record: Readonly<Record<string, From>>, change: (value: From) => To) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
