/** The bodies of requests and answers as JSON Schema, made from the schemas that check them. */

import { type ConversionConfig, type JsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { maxCharactersText } from '../../functions/http/body-size.ts';
import * as responses from '../../functions/http/responses.ts';
import { documentation, type NamedSchema } from './operations.ts';
import type { AnyOf, Reference } from './types.ts';

/** What is said of the fields of requests: the functions' schemas have no use for it, and would carry it along. */
const requestFields: Readonly<Record<string, JsonSchema>> = {
  text: {
    description: `The text: at least one character. The whole body has at most ${maxCharactersText} characters, or the answer is 413.`,
    maxLength: responses.longestText,
  },
  intensity: {
    description:
      'The number of exclamation marks to append. `3.0` is the integer 3, `"3"` is none.',
  },
  emphasis_ratio: {
    description: 'The fraction of words to emphasize. A higher one never emphasizes fewer words.',
  },
};

/** The bodies of refusals. */
const refusals = {
  ValidationError: responses.validationError,
  ValidationIssue: responses.validationIssue,
  ServiceError: responses.error,
  GatewayError: v.object({
    message: v.pipe(
      v.string(),
      v.description('What API Gateway has to say, e.g. `Too Many Requests`.'),
    ),
  }),
};

const byName = (named: readonly (NamedSchema | undefined)[]): Record<string, v.GenericSchema> =>
  Object.fromEntries(named.flatMap((one) => (one ? [[one.name, one.schema]] : [])));

const documents = Object.values(documentation);
const requestSchemas = byName(documents.map(({ request }) => request));
const responseSchemas = { ...byName(documents.map(({ response }) => response)), ...refusals };

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

const describeFields = ({ properties = {}, ...schema }: JsonSchema): JsonSchema => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const said = requestFields[name];
      if (said === undefined) throw new Error(`The field ${name} has no description.`);
      return [name, { ...said, ...(property as JsonSchema) }];
    }),
  ),
});

/** Tells generators of clients that all integers fit into 32 bits. */
const withFormats = (all: Readonly<Record<string, JsonSchema>>): typeof all =>
  JSON.parse(JSON.stringify(all), (_, value) =>
    value?.type === 'integer' ? { ...value, format: 'int32' } : value,
  );

/** All schemas by name. */
export const schemas = withFormats({
  ...Object.fromEntries(
    Object.entries(toJsonSchemaDefs(requestSchemas, { ...options, typeMode: 'input' })).map(
      ([name, schema]) => [name, describeFields(schema)],
    ),
  ),
  ...toJsonSchemaDefs(responseSchemas, { ...options, typeMode: 'output' }),
});
