/** The bodies of requests and answers as JSON Schema, made from the schemas that check them. */

import { type ConversionConfig, type JsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import * as v from 'valibot';
import type { FieldDocumentation } from '../../functions/endpoint.ts';
import {
  serviceError,
  validationError,
  validationIssue,
} from '../../functions/http/error-bodies.ts';
import { mapValues } from './map-values.ts';
import type { AnyOf, DocumentedEndpoint, Reference } from './types.ts';

/** The bodies of errors. */
const errorBodies = {
  ValidationError: validationError,
  ValidationIssue: validationIssue,
  ServiceError: serviceError,
  GatewayError: v.object({
    message: v.pipe(
      v.string(),
      v.description('What API Gateway has to say, e.g. `Too Many Requests`.'),
    ),
  }),
};

/** Refers to a schema. */
export const schemaReference = (name: string): Reference => ({
  $ref: `#/components/schemas/${name}`,
});

/** The schemas, by reference, of which a body fits one. */
export const alternatives = (schema: Reference | AnyOf): readonly Reference[] =>
  'anyOf' in schema ? schema.anyOf : [schema];

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

/** Adds what callers read about the fields: the functions do not need it, so it is not in their schemas. */
const describeFields = (
  { properties = {}, ...schema }: JsonSchema,
  fields: Readonly<Record<string, FieldDocumentation>>,
): JsonSchema => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [
      name,
      { ...fields[name], ...(property as JsonSchema) },
    ]),
  ),
});

/** Tells generators of clients that all integers fit into 32 bits. */
const withFormats = (all: Readonly<Record<string, JsonSchema>>): typeof all =>
  JSON.parse(JSON.stringify(all), (_, value) =>
    value?.type === 'integer' ? { ...value, format: 'int32' } : value,
  );

/** All schemas by name: of the endpoints' requests and responses, and of errors. */
export const schemasOf = (
  endpoints: readonly DocumentedEndpoint[],
): Readonly<Record<string, JsonSchema>> => {
  const requests = endpoints.flatMap(({ request, documentation }) =>
    request && documentation.request ? [{ request, ...documentation.request }] : [],
  );
  const fieldsOf = new Map(requests.map(({ schema, fields }) => [schema, fields]));
  const requestSchemas = requests.map(({ schema, request }) => [schema, request] as const);
  const responseSchemas = endpoints.map(
    ({ response, documentation }) => [documentation.response.schema, response()] as const,
  );
  return withFormats({
    ...mapValues(
      toJsonSchemaDefs(Object.fromEntries(requestSchemas), { ...options, typeMode: 'input' }),
      (schema, name) => describeFields(schema, fieldsOf.get(name) ?? {}),
    ),
    ...toJsonSchemaDefs(
      { ...Object.fromEntries(responseSchemas), ...errorBodies },
      { ...options, typeMode: 'output' },
    ),
  });
};
