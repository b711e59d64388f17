/** The reference page, which is complete without a script. */

import { type Html, html } from '../html.ts';
import { markdown, markdownLine } from '../markdown.ts';
import type { Page, Site } from '../page.ts';
import { languages } from '../pages/code.ts';
import type { Contents, Header } from './contents.ts';
import { operationSection } from './operation.ts';
import { bodyTable, contentsList, exampleList, ownLink, part } from './parts.ts';
import { callSamples, type ExampleKey, exampleCall, samplesBlock } from './samples.ts';

export const referencePage = ({ reference, key }: Site): Page => ({
  title: 'Amplify: API reference',
  description:
    'The reference of Amplify, a text API that shouts, screams, whispers and emphasizes. Try each endpoint on the page.',
  pictured: true,
  style: 'docs',
  script: 'early',
  content: content(reference, key),
});

const content = (contents: Contents, key: ExampleKey): Html => {
  const { title, version, server, introduction, operations } = contents;
  const [first] = operations;
  const parts = partsOf(contents);
  return html`
${contentsList([
  ...operations.map(({ id, path }) => [id, html`<code>${path}</code>`] as const),
  ...parts.map(([id, heading]) => [id, heading] as const),
])}
<div class="content">
<div class="hero">
<div>
<h1>${title} API <small>${version}</small></h1>
<p class="links">Import <a href="/openapi.json">/openapi.json</a> into Postman or Bruno · for an assistant: <a href="/docs.md">/docs.md</a><button class="quiet" id="copy-page" type="button" hidden>Copy</button></p>
${markdown(introduction)}
<p class="server"><span>Base address</span> <code>${server}</code></p>
</div>
${
  first &&
  samplesBlock(
    'first',
    `the sample for ${first.id}`,
    callSamples(exampleCall(first, server, key), languages.slice(0, 1)),
  )
}
</div>
<section class="endpoints">
<h2 id="endpoints">Endpoints${ownLink('endpoints', 'Endpoints')}</h2>
${operations.map((operation) => operationSection(operation, contents, key))}
</section>
${parts.map(([id, heading, content]) => part(id, heading, content))}
<footer>For programs and agents: ${['/openapi.json', '/docs.md', '/llms.txt'].map((path) => html`<a href="${path}">${path}</a> `)}</footer>
<output class="hidden" id="status"></output>
</div>
`;
};

/** The sections for all endpoints: id, heading and content. */
const partsOf = (contents: Contents): readonly (readonly [string, string, Html])[] => {
  const { key, sections, headers } = contents;
  return [
    ['key', 'The key', markdown(`Send it in the header \`${key.header}\`. ${key.accepted}`)],
    ...sections.map((section) => [section.id, section.title, markdown(section.content)] as const),
    ['headers', 'Headers', headerTable(headers)],
    ['error-bodies', 'Error bodies', errorBodies(contents)],
  ];
};

const headerTable = (headers: readonly Header[]): Html => html`
<p>The headers of responses, each with an example and the statuses that have it.</p>
<table class="fields">
${headers.map(
  ({ name, description, example, statuses }) => html`<tr>
<th scope="row"><code>${name}</code> <span class="type">${example}</span></th>
<td>${markdownLine(description)} <span class="limits">${statuses.join(', ')}</span></td>
</tr>
`,
)}</table>`;

const errorBodies = ({ errorShapes, misfits }: Contents): Html => html`
<p>Every response that is not a success is JSON, in one of these shapes.</p>
${errorShapes.map((shape) => html`<div class="shape" id="${shape.name}">${bodyTable('Error', shape)}</div>`)}
<details class="more">
<summary>What any body can have wrong</summary>
<div id="misfits">${exampleList(misfits)}</div>
</details>`;
