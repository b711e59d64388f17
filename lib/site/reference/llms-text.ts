import type { Contents, Operation } from './contents.ts';
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
} from './markdown-parts.ts';

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
    ...introduction.split('\n\n').map((paragraph) => `> ${absolute(paragraph, server)}`),
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
