/** The reference as a page and as Markdown, and the index for language models. */
import { describe, expect, test } from '@jest/globals';
import { type Description, describeApi } from '../../../lib/openapi/description.ts';
import type { ExampleObject } from '../../../lib/openapi/types.ts';
import { navigation } from '../../../lib/settings/site-routes.ts';
import { stageNamed, stageNames } from '../../../lib/settings/stages.ts';
import { readContents, sentText, toFields } from '../../../lib/site/contents.ts';
import { siteFiles } from '../../../lib/site/files.ts';
import { referencePage } from '../../../lib/site/reference/page.ts';
import { docsMarkdown } from '../../../lib/site/reference/reference-markdown.ts';
import { errorPlace } from '../../../lib/site/shared/call.ts';

const server = 'https://api.example.com';

/** The text of markup. */
const plainText = (markup: string): string =>
  markup
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

/** What both forms contain: operations, statuses, fields and headers. */
const collectFacts = ({ info, paths, components }: Description): readonly string[] => [
  server,
  info.version,
  ...Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { responses }]) => [
      `${method.toUpperCase()} ${path}`,
      ...Object.keys(responses).filter((status) => status !== 'default'),
    ]),
  ),
  ...Object.values(components.schemas).flatMap(({ properties = {} }) => Object.keys(properties)),
  ...Object.keys(components.headers),
];

/** The bodies of the examples, as shown. */
const collectBodies = (description: Description): readonly string[] => {
  const bodies: string[] = [];
  JSON.stringify(description, (name, value) => {
    if (name === 'examples' && !Array.isArray(value)) {
      for (const { value: body, 'x-request-body': sent } of Object.values<ExampleObject>(value)) {
        bodies.push(JSON.stringify(body), ...(sent === undefined ? [] : [sentText(sent)]));
      }
    }
    return value;
  });
  return bodies;
};

const missingIn = (text: string, parts: readonly string[]): readonly string[] =>
  parts.filter((part) => !text.includes(part));

describe.each(stageNames)('stage %s', (name) => {
  const stage = stageNamed(name);
  const description = describeApi(stage, server);
  const contents = readContents(description);
  const page = referencePage({ stage, key: 'my-key', reference: contents }).content.markup;
  const markdown = docsMarkdown(contents, 'my-key', '# The guide');

  test('each error has a row, that of 429 says nothing twice', () => {
    const ids = [401, 413, 422, 429, 500, 502, 503].map((status) => errorPlace(status).slice(6));
    expect(ids.filter((id) => !page.includes(` id="${id}"`))).toEqual([]);
    expect(page.match(/From API Gateway, without/g)).toHaveLength(1);
  });

  test('the page is complete, with every example', () => {
    const text = plainText(page);
    expect(missingIn(text, collectFacts(description))).toEqual([]);
    // Ignores line breaks and indentation in JSON.
    const compact = text.replaceAll(/\n */g, '').replaceAll('": ', '":');
    expect(missingIn(compact, collectBodies(description))).toEqual([]);
  });

  test('the Markdown is complete, with an example for every endpoint', () => {
    const examples = contents.operations.flatMap(({ success }) => success.examples);
    const wanted = [
      ...collectFacts(description),
      // Alternatives stand as such.
      ...Object.entries(description.components.schemas).flatMap(([name, { anyOf }]) =>
        anyOf ? [] : name,
      ),
      ...examples.flatMap(({ sent = '', answered }) => [sent, JSON.stringify(answered)]),
      ...description.info.description.replaceAll('](/', `](${server}/`).split('\n\n'),
    ];
    expect(missingIn(markdown, wanted)).toEqual([]);
  });

  test('llms.txt is an index: a title, a summary, and a line for each page', () => {
    const files = siteFiles(stage);
    const index = String(files.find(({ path }) => path === '/llms.txt')?.content);
    expect(index).toMatch(/^# .+\n\n> .+\n\n## .+\n\n(?:- .+\n)+$/);
    const linked = [...index.matchAll(/^- \[[^\]]+\]\(\{BASE_URL\}(\S+)\): .+$/gm)];
    const pages = navigation(stage).map(([path]) => path);
    expect(linked.map(([, path]) => path)).toEqual(['/docs.md', '/openapi.json', ...pages]);
  });
});

test('a field has its type and what a caller can send, in words', () => {
  const fields = toFields(
    {
      required: ['text'],
      properties: {
        text: { type: 'string', minLength: 1, maxLength: 9_989, description: 'A text.' },
        ratio: { type: 'number', exclusiveMinimum: 0, maximum: 1, default: 0.3 },
        count: { type: 'integer', minimum: 1, maximum: 10 },
        ids: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'integer' }] } },
        issues: { type: 'array', items: { $ref: '#/components/schemas/Issue' } },
        status: { type: 'string', enum: ['ok', 'low', 'out'] },
        always: { type: 'string', const: 'ok' },
        ctx: { type: 'object', properties: { ge: {}, le: {} } },
        input: {},
      },
    },
    true,
  );
  expect(fields[0]?.description).toBe('A text.');
  expect(fields.map(({ name, type }) => `${name}: ${type}`)).toEqual([
    'text: string, required',
    'ratio: number, optional, above 0, at most 1, default 0.3',
    'count: integer, optional, 1 to 10',
    'ids: array of string or integer, optional',
    'issues: array of Issue, optional',
    'status: string, optional, `ok`, `low` or `out`',
    'always: string, optional, `ok`',
    'ctx: object, optional, of `ge` and `le`',
    'input: any, optional',
  ]);
  const left = { type: 'integer', minimum: 0, maximum: 9 } as const;
  const received = { required: ['left'], properties: { left } };
  expect(toFields(received, false)[0]?.type).toBe('integer');
});
