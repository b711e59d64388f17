/** The reference as Markdown. */
import { sourceOf } from '../markdown.ts';
import { curlLines } from '../pages/curl.ts';
import type { Answer, Contents, Example, Operation, Shape } from './contents.ts';
import { type Field, limitsOf, type Role } from './described-fields.ts';
import { sentText } from './parts.ts';
import { type ExampleKey, exampleCall } from './samples.ts';

/**
 * The reference as one page of Markdown: all of the page except the examples of errors.
 *
 * @param key - the key in examples.
 */
export const docsMarkdown = (contents: Contents, key: ExampleKey): string => {
  const { title, version, server, introduction, operations, errorShapes, headers, sections } =
    contents;
  return blocks(
    `# ${title} API ${version}`,
    absolute(sourceOf(introduction), server),
    howToCall(contents, key),
    `See also the [guide](${server}/guide), on keys, errors, the quota and a typed client, and the [changelog](${server}/changelog).`,
    ...operations.flatMap((operation) => [
      `## ${nameOf(operation)}`,
      `${operation.does} ${operation.more}`,
      shapesAndStatuses(operation),
      list(operation.success.examples.map(exampleLine)),
    ]),
    '## Statuses',
    list(refusalLines(operations)),
    '## Schemas',
    ...shapeTexts(
      'Body',
      operations.flatMap(({ request }) => request ?? []),
    ),
    ...shapeTexts(
      'Response',
      operations.flatMap(({ success }) => success.shapes),
    ),
    ...shapeTexts('Error', errorShapes),
    '## Headers',
    list(
      headers.map(
        ({ name, description, example, statuses }) =>
          `\`${name}: ${example}\` (${statuses.join(', ')}): ${description}`,
      ),
    ),
    ...sections.flatMap(({ title: heading, content }) => [
      `## ${heading}`,
      absolute(sourceOf(content), server),
    ]),
  );
};

const shapesAndStatuses = ({ request, success, refusals }: Operation): string =>
  [
    ...(request ? [`Body: \`${request.name}\`.`] : []),
    `200: ${shapeNames(success)}.`,
    `Errors: ${refusals.map(({ status }) => status).join(', ')}.`,
  ].join(' ');

const shapeTexts = (role: Role, shapes: readonly Shape[]): readonly string[] =>
  [...new Map(shapes.map((shape) => [shape.name, shape])).values()].map(({ name, fields }) =>
    blocks(`${role} \`${name}\`:`, list(fields.map((field) => fieldLine(role, field)))),
  );

/**
 * A short overview for language models (https://llmstxt.org): how to call the API, and links to the rest.
 *
 * @param key - the key in examples.
 * @param playground - the path of the playground.
 */
export const llmsText = (contents: Contents, key: ExampleKey, playground: string): string => {
  const { title, server, introduction, operations } = contents;
  const link = (name: string, path: string, what: string) => `[${name}](${server}${path}): ${what}`;
  return blocks(
    `# ${title} API`,
    ...sourceOf(introduction)
      .split('\n\n')
      .map((paragraph) => `> ${absolute(paragraph, server)}`),
    howToCall(contents, key),
    list(operations.map(operationText)),
    'Error responses:',
    list(refusalLines(operations)),
    '## Docs',
    list([
      link(
        'Reference',
        '/docs.md',
        'every endpoint, field, status and header, the checks and the quota',
      ),
      link('Guide', '/guide', 'keys, errors, the quota, and a typed client'),
      link('OpenAPI', '/openapi.json', 'the same for programs, with examples of all errors'),
    ]),
    '## Optional',
    list([
      link('Changelog', '/changelog', 'what changed for callers'),
      link('Reference as a page', '/docs', 'with boxes in which to try each endpoint'),
      link('Playground', playground, 'a text in every voice'),
    ]),
  );
};

const operationText = (operation: Operation): string => {
  const { does, request, success } = operation;
  return [
    `${nameOf(operation)}: ${does}`,
    ...(request?.fields ?? []).map((field) => `  - ${fieldLine('Body', field)}`),
    ...success.examples.slice(0, 1).map((example) => `  - ${exampleLine(example)}`),
  ].join('\n');
};

const blocks = (...texts: readonly string[]): string =>
  `${texts.map((text) => text.trim()).join('\n\n')}\n`;

const list = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n');

/** Markdown with the site's links as absolute URLs. */
const absolute = (markdown: string, server: string): string =>
  markdown.replaceAll('](/', `](${server}/`);

/** The address, the key, and a first call. */
const howToCall = (
  { server, key: { header, accepted }, operations: [first] }: Contents,
  key: ExampleKey,
): string =>
  blocks(
    list([`Base address: ${server}`, `Key: in \`${header}\`. ${absolute(accepted, server)}`]),
    first ? `\`\`\`sh\n${curlLines(exampleCall(first, server, key))}\n\`\`\`` : '',
  );

/** An endpoint's method and path, e.g. `POST /v1/shout`. */
const nameOf = ({ method, path }: Operation): string => `${method} ${path}`;

const fieldLine = (role: Role, field: Field): string => {
  const limits = limitsOf(role, field);
  return `\`${field.name}\` (${field.type}${limits && `, ${limits}`}): ${field.description}`;
};

const exampleLine = ({ sent, answered }: Example): string =>
  [...(sent === undefined ? [] : [sentText(sent)]), JSON.stringify(answered)]
    .map((body) => `\`${body}\``)
    .join(' → ');

const shapeNames = ({ shapes }: Answer): string =>
  shapes.map(({ name }) => `\`${name}\``).join(' or ');

/** The errors, each once, with its statuses. */
const refusalLines = (operations: readonly Operation[]): readonly string[] => {
  const refusals = operations.flatMap((operation) => operation.refusals);
  const statuses = Map.groupBy(refusals, ({ when }) => when);
  return [...statuses.values()]
    .map((alike) => {
      const [answer] = alike as [Answer];
      const names = [...new Set(alike.map(({ status }) => status))].sort().join(', ');
      return `${names} (${shapeNames(answer)}): ${answer.when} ${answer.more}`;
    })
    .sort();
};
