/** The reference in its three forms: a page, Markdown, and llms.txt. */
import { describe, expect, test } from '@jest/globals';
import type { JsonSchema } from '@valibot/to-json-schema';
import { Parser } from 'commonmark';
import { describeApi } from '../../../../lib/openapi/description.ts';
import type { Description, Response } from '../../../../lib/openapi/types.ts';
import { stageNamed, stageNames } from '../../../../lib/settings/stages.ts';
import { contentsOf } from '../../../../lib/site/reference/contents.ts';
import { docsMarkdown, llmsText } from '../../../../lib/site/reference/markdown-texts.ts';
import { referencePage } from '../../../../lib/site/reference/page.ts';
import { sentText } from '../../../../lib/site/reference/parts.ts';

const server = 'https://api.example.com';

/** The text of markup. */
const textOf = (markup: string): string =>
  markup
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

const operationsOf = ({ paths }: Description) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );

/** All responses of a description. */
const responsesOf = (description: Description): readonly Response[] => [
  ...Object.values(description.components.responses),
  ...operationsOf(description).flatMap(({ operation }) =>
    Object.values(operation.responses).filter((response) => 'content' in response),
  ),
];

/** What every form contains: operations, fields, statuses and headers. */
const factsOf = (description: Description): readonly string[] => [
  server,
  description.info.version,
  ...operationsOf(description).flatMap(({ name, operation }) => [
    name,
    ...Object.keys(operation.responses).filter((status) => status !== 'default'),
  ]),
  ...Object.entries(description.components.schemas).flatMap(([name, { properties = {} }]) => [
    name,
    ...Object.entries(properties as Record<string, JsonSchema>).flatMap(([field, schema]) => [
      field,
      ...Object.keys(schema.properties ?? {}),
      ...(schema.enum ?? []).map(String),
      ...(schema.default === undefined ? [] : [`default ${schema.default}`]),
    ]),
  ]),
  ...Object.keys(description.components.headers),
];

/** The bodies of the examples, as shown. */
const bodiesOf = (description: Description): readonly string[] => [
  ...operationsOf(description).flatMap(({ operation: { requestBody } }) =>
    Object.values(requestBody?.content['application/json'].examples ?? {}).map(({ value }) =>
      JSON.stringify(value),
    ),
  ),
  ...responsesOf(description).flatMap(({ content }) =>
    Object.values(content['application/json'].examples).flatMap((example) => [
      JSON.stringify(example.value),
      ...(example['x-request-body'] === undefined ? [] : [sentText(example['x-request-body'])]),
    ]),
  ),
];

const missingIn = (text: string, parts: readonly string[]): readonly string[] =>
  parts.filter((part) => !text.includes(part));

describe.each(stageNames)('stage %s', (name) => {
  const stage = stageNamed(name);
  const description = describeApi(stage, server);
  const contents = contentsOf(description);
  const page = referencePage({ stage, key: 'my-key', reference: contents }).content.markup;
  const markdown = docsMarkdown(contents, 'my-key');
  const overview = llmsText(contents, 'my-key', '/');

  test('the page is complete, with every example', () => {
    const text = textOf(page);
    expect(missingIn(text, factsOf(description))).toEqual([]);
    // Ignores line breaks and indentation in JSON.
    const compact = text.replaceAll(/\n */g, '').replaceAll('": ', '":');
    expect(missingIn(compact, bodiesOf(description))).toEqual([]);
  });

  test('the Markdown is complete, with an example for every endpoint', () => {
    const examples = contents.operations.flatMap(({ success }) => success.examples);
    const wanted = [
      ...factsOf(description),
      ...examples.flatMap(({ sent = '', answered }) => [sent, JSON.stringify(answered)]),
      ...description.info.description.replaceAll('](/', `](${server}/`).split('\n\n'),
    ];
    expect(missingIn(markdown, wanted)).toEqual([]);
  });

  test('llms.txt is valid and short', () => {
    expect(overview.length).toBeLessThan(5_000);
    const blocks: string[] = [];
    for (let node = new Parser().parse(overview).firstChild; node; node = node.next) {
      blocks.push(node.type === 'heading' ? `h${node.level}` : node.type);
    }
    const [title, summary, ...rest] = blocks;
    expect([title, summary]).toEqual(['h1', 'block_quote']);
    // The introduction has no headings; a section is a list of links.
    expect(rest.slice(rest.indexOf('h2'))).toEqual(['h2', 'list', 'h2', 'list']);
  });
});
