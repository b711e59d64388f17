/** The walk over the description: all that the reference says, in Markdown, for the page and for `/docs.md`. */
import type { JsonSchema } from '@valibot/to-json-schema';
import type { Description } from '../openapi/description.ts';
import {
  componentName,
  type ExampleObject,
  type HeaderObject,
  type ReferenceObject,
  type ResponseObject,
  resolve,
} from '../openapi/types.ts';
import { type Section, splitSections, type Tree, toTree } from './markdown.ts';

export interface Field {
  readonly name: string;
  /** Its type, whether a request may omit it, its values and its default, e.g. `integer, optional, default 1`. */
  readonly type: string;
  readonly description: string;
}

export interface Shape {
  readonly name: string;
  readonly fields: readonly Field[];
}

export interface Example {
  readonly summary: string;
  readonly sent: string | undefined;
  readonly answered: unknown;
}

/** A possible answer, or all errors with a status. */
export interface DescribedResponse {
  /** The status code, or `other` for the rest. */
  readonly status: string;
  /** When the service sends it: a text for each meaning. */
  readonly meanings: readonly string[];
  /** The possible shapes of its body. */
  readonly shapes: readonly Shape[];
  readonly examples: readonly Example[];
}

export interface Operation {
  /** The fragment of a link to it, e.g. `rate-limits`. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly description: string;
  readonly experimental: boolean;
  readonly needsKey: boolean;
  readonly request: Shape | undefined;
  readonly success: DescribedResponse;
  readonly errors: readonly DescribedResponse[];
}

/** The headers of the same responses. */
export interface HeaderGroup {
  /** E.g. `429 and 503`. */
  readonly on: string;
  readonly headers: readonly (HeaderObject & { readonly name: string })[];
}

export interface Contents {
  readonly title: string;
  readonly version: string;
  readonly server: string;
  readonly introduction: Tree;
  readonly operations: readonly Operation[];
  /** The errors of all operations, one for each status. */
  readonly errors: readonly DescribedResponse[];
  /** The shapes of errors, and those that they refer to. */
  readonly errorShapes: readonly Shape[];
  readonly headers: readonly HeaderGroup[];
  /** What holds for all operations. */
  readonly sections: readonly Section[];
}

/** Reads a reference's contents from the description, with all references resolved. */
export const readContents = (description: Description): Contents => {
  const { info, servers, paths, components } = description;
  const shape = (name: string, sent = false): Shape => ({
    name,
    fields: toFields(components.schemas[name] ?? {}, sent),
  });
  /** The shapes of which a body has one. */
  const toShapes = (schema: ReferenceObject): readonly Shape[] => {
    const name = componentName(schema);
    const alternatives = components.schemas[name]?.anyOf as readonly ReferenceObject[] | undefined;
    return alternatives?.flatMap(toShapes) ?? [shape(name)];
  };
  /** @param sent - the request bodies, if they are not beside the answers. */
  const describeResponse = (
    status: string,
    response: ResponseObject | ReferenceObject,
    sent: Readonly<Record<string, ExampleObject>> = {},
  ): DescribedResponse => {
    const { description: meaning, content } = resolve(components.responses, response);
    const { schema, examples } = content['application/json'];
    return {
      status,
      meanings: [meaning],
      shapes: toShapes(schema),
      examples: Object.entries(examples).map(([name, { summary, value, ...example }]) => ({
        summary,
        sent: sent[name] ? JSON.stringify(sent[name].value) : example['x-request-body'],
        answered: value,
      })),
    };
  };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Operation => {
      const request = operation.requestBody?.content['application/json'];
      const { 200: success, ...errors } = operation.responses;
      return {
        id: operation.summary.toLowerCase().replaceAll(' ', '-'),
        method: method.toUpperCase(),
        path,
        description: operation.description,
        experimental: operation['x-experimental'] === true,
        needsKey: operation.security === undefined,
        request: request && shape(componentName(request.schema), true),
        success: describeResponse('200', success as ResponseObject, request?.examples),
        errors: Object.entries(errors).map(([status, response]) =>
          describeResponse(statusName(status), response),
        ),
      };
    }),
  );
  const successShapes = new Set(
    operations.flatMap(({ request, success }) =>
      [request, ...success.shapes].map((shown) => shown?.name),
    ),
  );
  return {
    title: info.title,
    version: info.version,
    server: String(servers[0]?.url),
    ...splitSections(toTree(info.description)),
    operations,
    errors: collectErrors(operations),
    errorShapes: Object.entries(components.schemas)
      .filter(([name, { properties }]) => properties && !successShapes.has(name))
      .map(([name]) => shape(name)),
    headers: collectHeaders(description),
  };
};

/**
 * The fields of an object's schema.
 *
 * @param sent - whether a caller sends them. Otherwise, their bounds are of no use to people.
 */
export const toFields = (
  { properties = {}, required = [] }: JsonSchema,
  sent: boolean,
): readonly Field[] =>
  Object.entries(properties as Readonly<Record<string, JsonSchema>>).map(([name, schema]) => {
    const optional = !required.includes(name);
    const parts = [
      typeName(schema),
      optional ? 'optional' : sent && 'required',
      valuesText(schema) ?? (sent && rangeText(schema)),
      schema.default !== undefined && `default ${JSON.stringify(schema.default)}`,
    ];
    return { name, type: parts.filter(Boolean).join(', '), description: schema.description ?? '' };
  });

const typeName = (schema: JsonSchema): string => {
  if (schema.$ref) return componentName(schema);
  if (schema.anyOf) return (schema.anyOf as JsonSchema[]).map(typeName).join(' or ');
  if (schema.type === 'array') return `array of ${typeName(schema.items as JsonSchema)}`;
  return String(schema.type ?? 'any');
};

/** The values or members that a schema lists. */
const valuesText = ({ enum: values, const: only, properties }: JsonSchema): string | undefined => {
  if (properties) return `of ${listed(Object.keys(properties), 'conjunction')}`;
  if (only !== undefined) return code(only);
  return values && listed(values, 'disjunction');
};

/** The range of numbers. That of a text is in its description: it depends on the whole body. */
const rangeText = ({ minimum, exclusiveMinimum, maximum }: JsonSchema): string | undefined => {
  if (maximum === undefined) return undefined;
  return minimum === undefined
    ? `above ${exclusiveMinimum}, at most ${maximum}`
    : `${minimum} to ${maximum}`;
};

const code = (value: unknown): string => `\`${value}\``;

const listed = (items: readonly unknown[], type: Intl.ListFormatType): string =>
  new Intl.ListFormat('en-GB', { type }).format(items.map(code));

const statusName = (status: string): string => (status === 'default' ? 'other' : status);

const collectErrors = (operations: readonly Operation[]): readonly DescribedResponse[] => {
  const groups = Map.groupBy(
    operations.flatMap(({ errors }) => errors),
    ({ status }) => status,
  );
  return Array.from(groups, ([status, alike]) => ({
    status,
    // Nothing twice.
    meanings: dropDuplicates(alike.flatMap(({ meanings }) => meanings)).filter((text, _, texts) =>
      texts.every((longer) => longer === text || !longer.includes(text)),
    ),
    shapes: dropDuplicates(alike.flatMap(({ shapes }) => shapes)),
    examples: dropDuplicates(alike.flatMap(({ examples }) => examples)),
  })).sort((a, b) => (a.status < b.status ? -1 : 1));
};

const dropDuplicates = <Item>(items: readonly Item[]): readonly Item[] => [
  ...new Map(items.map((item) => [JSON.stringify(item), item])).values(),
];

/** The headers of all responses, by the statuses that have them. */
const collectHeaders = ({ paths, components }: Description): readonly HeaderGroup[] => {
  const headers = new Map<string, { header: HeaderObject; statuses: Set<string> }>();
  const responses = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap((operation) => Object.entries(operation.responses));
  for (const [status, response] of responses) {
    for (const [name, header] of Object.entries(resolve(components.responses, response).headers)) {
      const known = headers.get(name) ?? {
        header: resolve(components.headers, header),
        statuses: new Set(),
      };
      known.statuses.add(statusName(status));
      headers.set(name, known);
    }
  }
  const groups = Map.groupBy(headers, ([, { statuses }]) =>
    statuses.has('other')
      ? 'every response'
      : new Intl.ListFormat('en-GB').format([...statuses].sort()),
  );
  return Array.from(groups, ([on, members]) => ({
    on,
    headers: members.map(([name, { header }]) => ({ ...header, name })),
  }));
};

/** How many characters of a long body are shown. */
const shownCharacters = 60;

/** A body, or the beginning of a long one. */
export const sentText = (sent: string): string =>
  sent.length > shownCharacters * 2
    ? `${sent.slice(0, shownCharacters)}… (${sent.length.toLocaleString('en')} characters)`
    : sent || '(nothing)';
