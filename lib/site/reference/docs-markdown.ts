import type { Contents, Operation, Shape } from './contents.ts';
import type { Role } from './described-fields.ts';
import type { ExampleKey } from './example-call.ts';
import {
  absolute,
  blocks,
  exampleLine,
  fieldLine,
  howToCall,
  list,
  nameOf,
  refusalLines,
  shapeNames,
} from './markdown-parts.ts';

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
    absolute(introduction, server),
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
    ...sections.flatMap(({ title: heading, text }) => [`## ${heading}`, absolute(text, server)]),
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
