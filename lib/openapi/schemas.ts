/** The bodies of requests and responses as JSON Schema, derived from the schemas that validate them. */
import { type ConversionConfig, type JsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import * as v from 'valibot';
import type { FieldDocumentation } from '../../functions/endpoints/definition.ts';
import {
  serviceError,
  validationError,
  validationIssue,
} from '../../functions/request/error-bodies.ts';
import { type DocumentedEndpoint, mapValues, schemaReference } from './types.ts';

const errorBodies = {
  ValidationError: validationError,
  ValidationIssue: validationIssue,
  ServiceError: serviceError,
  GatewayError: v.object({
    message: v.pipe(v.string(), v.description("API Gateway's message, e.g. `Too Many Requests`.")),
  }),
};

const options: ConversionConfig = {
  target: 'draft-2020-12',
  // Only for TypeScript.
  ignoreActions: ['readonly'],
  // Client generators need a `type` beside `const`, and some make a string of a boolean `const`.
  overrideSchema: ({ jsonSchema: { const: only, ...jsonSchema } }) => {
    if (typeof only === 'boolean') return { ...jsonSchema, type: 'boolean', examples: [only] };
    return typeof only === 'string' ? { ...jsonSchema, type: 'string', const: only } : undefined;
  },
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
};

/** Adds the fields' documentation, which the functions' schemas omit. */
const describeFields = (
  { properties = {}, ...schema }: JsonSchema,
  fields: Readonly<Record<string, FieldDocumentation>>,
): JsonSchema => ({
  ...schema,
  properties: mapValues(properties, (property, name) => ({
    ...fields[name],
    ...(property as JsonSchema),
  })),
});

/** Tells client generators that all integers fit into 32 bits. */
const withFormats = (schemas: Readonly<Record<string, JsonSchema>>): typeof schemas =>
  JSON.parse(JSON.stringify(schemas), (_, value) =>
    value?.type === 'integer' ? { ...value, format: 'int32' } : value,
  );

/** All schemas by name: requests, responses and errors. */
export const componentSchemas = (
  endpoints: readonly DocumentedEndpoint[],
): Readonly<Record<string, JsonSchema>> => {
  const requests = endpoints.flatMap(({ request, documentation }) =>
    request && documentation.request ? [{ request, ...documentation.request }] : [],
  );
  const fieldsBySchema = new Map(requests.map(({ schema, fields }) => [schema, fields]));
  const requestSchemas = requests.map(({ schema, request }) => [schema, request] as const);
  const responseSchemas = endpoints.map(
    ({ response, documentation }) => [documentation.response.schema, response()] as const,
  );
  return withFormats({
    ...mapValues(
      toJsonSchemaDefs(Object.fromEntries(requestSchemas), { ...options, typeMode: 'input' }),
      (schema, name) => describeFields(schema, fieldsBySchema.get(name) ?? {}),
    ),
    ...toJsonSchemaDefs(
      { ...Object.fromEntries(responseSchemas), ...errorBodies },
      { ...options, typeMode: 'output' },
    ),
    // With a name, since client generators invent one for alternatives in place.
    ErrorBody: { anyOf: [schemaReference('ServiceError'), schemaReference('GatewayError')] },
  });
};
