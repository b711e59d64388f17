/** The reference and the guide as Markdown, and the index of the site for language models. */
import { type ExampleKey, exampleCall } from '../code-samples.ts';
import {
  type Contents,
  type DescribedResponse,
  type Example,
  type Operation,
  type Shape,
  sentText,
} from '../contents.ts';
import { markdownText } from '../markdown.ts';
import { curlLines } from '../shared/code.ts';

/**
 * All of the reference, except examples of errors, and the guide.
 *
 * @param key - the key in examples.
 */
export const docsMarkdown = (contents: Contents, key: ExampleKey, guide: string): string => {
  const { title, version, server, introduction, operations, errors, errorShapes, headers } =
    contents;
  const [first] = operations;
  return blocks(
    `# ${title} API ${version}`,
    markdownText(introduction),
    `Base address: ${server}`,
    first ? `\`\`\`sh\n${curlLines(exampleCall(first, server, key))}\n\`\`\`` : '',
    ...operations.flatMap((operation) => [
      `## ${operation.method} ${operation.path}`,
      operation.description,
      shapesAndStatuses(operation),
      list(operation.success.examples.map(exampleLine)),
    ]),
    '## Errors',
    list(errors.map(errorLine)),
    '## Schemas',
    ...shapeTexts([
      ...operations.flatMap(({ request, success }) => [request ?? [], success.shapes].flat()),
      ...errorShapes,
    ]),
    '## Headers',
    ...headers.flatMap((group) => [
      `On ${group.on}:`,
      list(
        group.headers.map(
          ({ name, description, example }) => `\`${name}: ${example}\`: ${description}`,
        ),
      ),
    ]),
    ...contents.sections.flatMap(({ title: heading, content }) => [
      `## ${heading}`,
      markdownText(content),
    ]),
    guide,
  ).replaceAll('](/', `](${server}/`);
};

/**
 * The index of the site, one line per page (https://llmstxt.org).
 *
 * @param pages - their paths, names and descriptions.
 */
export const llmsText = (
  { title, introduction, server }: Contents,
  pages: readonly (readonly [path: string, name: string, description: string])[],
): string => {
  const files = [
    ['/docs.md', 'All as Markdown', 'The reference and the guide on one page.'],
    ['/openapi.json', 'OpenAPI', 'The description for programs, with examples of all errors.'],
  ] as const;
  return blocks(
    `# ${title} API`,
    `> ${markdownText(introduction.slice(0, 1))}`,
    '## Docs',
    list([...files, ...pages].map(([path, name, text]) => `[${name}](${server}${path}): ${text}`)),
  );
};

const shapesAndStatuses = ({ request, success, errors }: Operation): string =>
  [
    ...(request ? [`Body: \`${request.name}\`.`] : []),
    `200: ${shapeNames(success.shapes)}.`,
    `Errors: ${errors.map(({ status }) => status).join(', ')}.`,
  ].join(' ');

const shapeTexts = (shapes: readonly Shape[]) =>
  [...new Map(shapes.map((shape) => [shape.name, shape])).values()].flatMap(({ name, fields }) => [
    `\`${name}\`:`,
    list(fields.map(({ name, type, description }) => `\`${name}\` (${type}): ${description}`)),
  ]);

const exampleLine = ({ sent, answered }: Example): string =>
  [...(sent === undefined ? [] : [sentText(sent)]), JSON.stringify(answered)]
    .map((body) => `\`${body}\``)
    .join(' → ');

const shapeNames = (shapes: readonly Shape[]): string =>
  shapes.map(({ name }) => `\`${name}\``).join(' or ');

const errorLine = ({ status, meanings, shapes }: DescribedResponse): string =>
  `${status} (${shapeNames(shapes)}): ${meanings.join(' Or: ')}`;

const blocks = (...texts: readonly string[]): string =>
  `${texts.map((text) => text.trim()).join('\n\n')}\n`;

const list = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n');
