/** The contents of a reference. */
import { alternatives, nameOf, resolve } from '../../openapi/references.ts';
import type {
  Example as DescribedExample,
  Header as DescribedHeader,
  Description,
  Reference,
  Response,
} from '../../openapi/types.ts';
import { firstSentence, type Section, sectionsOf, type Tree, treeOf } from '../markdown.ts';
import { type Field, fieldsOf } from './described-fields.ts';

/** A JSON body. */
export interface Shape {
  readonly name: string;
  readonly fields: readonly Field[];
}

export interface Example {
  readonly summary: string;
  /** The body of the request, if it has one. */
  readonly sent: string | undefined;
  readonly answered: unknown;
}

/** A possible answer. */
export interface Answer {
  /** The status, or `other`. */
  readonly status: string;
  /** When the service sends it: a sentence in Markdown. */
  readonly when: string;
  readonly more: string;
  /** The possible shapes of its body. */
  readonly shapes: readonly Shape[];
  readonly examples: readonly Example[];
}

export interface Operation {
  /** The fragment of a link to it, e.g. `rate-limits`. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** A sentence of Markdown. */
  readonly does: string;
  readonly more: string;
  readonly experimental: boolean;
  readonly needsKey: boolean;
  readonly request: Shape | undefined;
  readonly success: Answer;
  readonly refusals: readonly Answer[];
}

/** A response header. */
export interface Header extends Pick<DescribedHeader, 'description' | 'example'> {
  readonly name: string;
  /** The statuses that have it. */
  readonly statuses: readonly string[];
}

export interface Contents {
  readonly title: string;
  readonly version: string;
  /** The base address of the API. */
  readonly server: string;
  readonly introduction: Tree;
  /** The header for the key, and which keys are accepted. */
  readonly key: { readonly header: string; readonly accepted: string };
  readonly operations: readonly Operation[];
  /** The examples of 422 that all operations with a body share. */
  readonly misfits: readonly Example[];
  /** The shapes of errors, and those that they refer to. */
  readonly errorShapes: readonly Shape[];
  readonly headers: readonly Header[];
  /** What holds for all operations. */
  readonly sections: readonly Section[];
}

/** Whether examples include an equal one. */
export const has = (examples: readonly Example[], sought: Example): boolean =>
  examples.some((example) => JSON.stringify(example) === JSON.stringify(sought));

/** Reads a reference's contents from the description, with all references resolved. */
export const contentsOf = (description: Description): Contents => {
  const { info, servers, paths, components } = description;
  const shape = (name: string): Shape => ({
    name,
    fields: fieldsOf(components.schemas[name] ?? {}),
  });
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Operation => {
      const request = operation.requestBody?.content['application/json'];
      const [does, more] = firstSentence(operation.description);
      const { 200: success, ...refusals } = operation.responses;
      const answer = (status: string, response: Response | Reference, sent?: Examples): Answer =>
        answerOf(status, resolve(components.responses, response), shape, sent);
      return {
        id: String(path.split('/').at(-1)),
        method: method.toUpperCase(),
        path,
        does,
        more,
        experimental: operation['x-experimental'] === true,
        needsKey: operation.security === undefined,
        request: request && shape(nameOf(request.schema)),
        success: answer('200', success as Response, request?.examples),
        refusals: Object.entries(refusals).map(([status, response]) =>
          answer(statusName(status), response),
        ),
      };
    }),
  );
  const shapesOfSuccess = new Set(
    operations.flatMap(({ request, success }) =>
      [request, ...success.shapes].map((one) => one?.name),
    ),
  );
  const { name, description: accepted } = components.securitySchemes.ApiKey;
  return {
    title: info.title,
    version: info.version,
    server: String(servers[0]?.url),
    ...sectionsOf(treeOf(info.description)),
    key: { header: name, accepted },
    operations,
    misfits: commonExamples(operations),
    errorShapes: Object.keys(components.schemas)
      .filter((schema) => !shapesOfSuccess.has(schema))
      .map(shape),
    headers: headersOf(description),
  };
};

type Examples = Readonly<Record<string, DescribedExample>>;

const statusName = (status: string): string => (status === 'default' ? 'other' : status);

/** @param sent - the request bodies, if they are not beside the answers. */
const answerOf = (
  status: string,
  { description, content }: Response,
  shape: (name: string) => Shape,
  sent: Examples = {},
): Answer => {
  const { schema, examples } = content['application/json'];
  const [when, more] = firstSentence(description);
  return {
    status,
    when,
    more,
    shapes: alternatives(schema).map((one) => shape(nameOf(one))),
    examples: Object.entries(examples).map(([name, { summary, value, ...example }]) => ({
      summary,
      sent: sent[name] ? JSON.stringify(sent[name].value) : example['x-request-body'],
      answered: value,
    })),
  };
};

/** The examples of 422 that all operations with a body share. */
const commonExamples = (operations: readonly Operation[]): readonly Example[] => {
  const [first = [], ...others] = operations.flatMap(({ refusals }) =>
    refusals.filter(({ status }) => status === '422').map(({ examples }) => examples),
  );
  return first.filter((example) => others.every((examples) => has(examples, example)));
};

const headersOf = ({ paths, components }: Description): readonly Header[] => {
  const found = new Map<string, Header>();
  const responses = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap((operation) => Object.entries(operation.responses));
  for (const [status, response] of responses) {
    for (const [name, header] of Object.entries(resolve(components.responses, response).headers)) {
      const { description, example } = resolve(components.headers, header);
      const statuses = new Set([...(found.get(name)?.statuses ?? []), statusName(status)]);
      found.set(name, { name, description, example, statuses: [...statuses].sort() });
    }
  }
  return [...found.values()];
};
