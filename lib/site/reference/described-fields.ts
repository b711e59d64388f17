/** The fields of bodies, in words. */
import type { JsonSchema } from '@valibot/to-json-schema';
import { nameOf } from '../../openapi/references.ts';

export interface Field {
  readonly name: string;
  /** Its type, e.g. `array of string`. */
  readonly type: string;
  readonly required: boolean;
  /** The allowed values, e.g. `1 to 10`. */
  readonly bounds: string | undefined;
  /** The default, as JSON. */
  readonly fallback: string | undefined;
  /** Markdown. */
  readonly description: string;
}

/** The fields of an object's schema. */
export const fieldsOf = ({ properties = {}, required = [] }: JsonSchema): readonly Field[] =>
  Object.entries(properties as Readonly<Record<string, JsonSchema>>).map(([name, schema]) => ({
    name,
    type: typeOf(schema),
    required: required.includes(name),
    bounds: boundsOf(schema),
    fallback: schema.default === undefined ? undefined : JSON.stringify(schema.default),
    description: schema.description ?? '',
  }));

/** The role of a body: a request may omit optional fields, a response has them all. */
export type Role = 'Body' | 'Response' | 'Error';

/** The allowed values, and whether the field may be omitted. */
export const limitsOf = (role: Role, { required, bounds, fallback }: Field): string =>
  [
    required ? role === 'Body' && 'required' : 'optional',
    bounds,
    fallback !== undefined && `default ${fallback}`,
  ]
    .filter(Boolean)
    .join(', ');

const typeOf = (schema: JsonSchema): string => {
  if (schema.$ref) return nameOf(schema);
  if (schema.anyOf) return (schema.anyOf as JsonSchema[]).map(typeOf).join(' or ');
  if (schema.type === 'array') return `array of ${typeOf(schema.items as JsonSchema)}`;
  return String(schema.type ?? 'any');
};

const boundsOf = (schema: JsonSchema): string | undefined => {
  const { type, properties, pattern } = schema;
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (values) return listed(values, 'disjunction');
  if (properties) return `of ${listed(Object.keys(properties), 'conjunction')}`;
  if (pattern) return `like ${code(pattern)}`;
  if (type === 'string') return range(schema.minLength, schema.maxLength, ' characters');
  if (type === 'array') return range(schema.minItems, schema.maxItems, ' entries');
  if (schema.exclusiveMinimum === undefined) return range(schema.minimum, schema.maximum);
  return `above ${schema.exclusiveMinimum}, ${range(undefined, schema.maximum)}`;
};

const range = (minimum?: number, maximum?: number, unit = ''): string | undefined => {
  const [from, to] = [minimum, maximum].map((bound) => bound?.toLocaleString('en'));
  if (from && to) return `${from} to ${to}${unit}`;
  if (to) return `at most ${to}${unit}`;
  return from && `at least ${from}${unit}`;
};

const code = (text: string): string => `\`${text}\``;

const listed = (items: readonly unknown[], type: Intl.ListFormatType): string =>
  new Intl.ListFormat('en-GB', { type }).format(items.map((item) => code(String(item))));
