/** The bodies of requests and answers as JSON Schema, made from the schemas that check them. */

import { type ConversionConfig, type JsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { mostCharactersText } from '../../functions/body/size.ts';
import { emphasizeRequest } from '../../functions/emphasis/emphasize-request.ts';
import * as responses from '../../functions/http/responses.ts';
import { screamRequest, textRequest } from '../../functions/text/requests.ts';
import type { Reference } from './types.ts';

/** The schemas of request bodies, as the functions check them. */
export const requestSchemas = {
  TextRequest: textRequest,
  ScreamRequest: screamRequest,
  EmphasizeRequest: emphasizeRequest,
};

/** What the fields of requests mean: the functions' schemas have no use for it, and would carry it along. */
const requestFields: Readonly<Record<string, string>> = {
  text: `The text: at least one character. The whole body has at most ${mostCharactersText} characters, or the answer is 413.`,
  intensity: 'The number of exclamation marks to append. `3.0` is the integer 3, `"3"` is none.',
  emphasis_ratio: 'The fraction of words to emphasize. A higher one never emphasizes fewer words.',
};

const responseSchemas = {
  CapitalizationResponse: responses.capitalizationResponse,
  EmphasizeResponse: responses.emphasizeResponse,
  HealthResponse: responses.healthResponse,
  RateLimitsResponse: responses.rateLimitsResponse,
  ValidationErrorResponse: responses.validationError,
  ValidationIssue: responses.validationIssue,
  ErrorResponse: responses.error,
  GatewayErrorResponse: v.object({
    message: v.pipe(v.string(), v.description('What API Gateway has to say, e.g. `Not Found`.')),
  }),
};

/** The names of all schemas. */
export type SchemaName = keyof typeof requestSchemas | keyof typeof responseSchemas;

/** Refers to a schema. */
export const schemaReference = (name: SchemaName): Reference => ({
  $ref: `#/components/schemas/${name}`,
});

const options: ConversionConfig = {
  target: 'draft-2020-12',
  // What TypeScript alone knows.
  ignoreActions: ['readonly'],
  // Generators of clients want a type where JSON Schema is content with the one value.
  overrideSchema: ({ valibotSchema, jsonSchema }) =>
    valibotSchema.type === 'literal'
      ? { ...jsonSchema, type: typeof jsonSchema.const as 'boolean' | 'string' }
      : undefined,
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
};

const describeFields = ({ properties = {}, ...schema }: JsonSchema): JsonSchema => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const description = requestFields[name];
      if (description === undefined) throw new Error(`The field ${name} has no description.`);
      return [name, { description, ...(property as JsonSchema) }];
    }),
  ),
});

/** All schemas by name. */
export const schemas: Readonly<Record<string, JsonSchema>> = {
  ...Object.fromEntries(
    Object.entries(toJsonSchemaDefs(requestSchemas, { ...options, typeMode: 'input' })).map(
      ([name, schema]) => [name, describeFields(schema)],
    ),
  ),
  ...toJsonSchemaDefs(responseSchemas, { ...options, typeMode: 'output' }),
};
