/** The reference page: what stands on it, whole without a script. */
import { bodyTable } from './body-table.ts';
import { curlBlock } from './call-box.ts';
import type { Contents, Header } from './contents.ts';
import { type ExampleKey, exampleCall } from './example-call.ts';
import { exampleList } from './examples.ts';
import { markdown, markdownLine } from './markdown.ts';
import { type Html, html } from './markup.ts';
import { operationSection } from './operation.ts';

/** @param key - what stands for the key in examples. */
export const referencePage = (contents: Contents, key: ExampleKey): Html => {
  const { title, version, server, introduction, operations, sections } = contents;
  const [first] = operations;
  return html`
<div class="hero">
<div>
<h1>${title} API <small>${version}</small></h1>
${markdown(introduction)}
<p class="server"><span>Base address</span> <code>${server}</code></p>
</div>
${
  first &&
  html`<div class="request first">${curlBlock('the curl line', exampleCall(first, server, key))}</div>`
}
</div>
<section class="endpoints" aria-labelledby="endpoints">
<h2 id="endpoints">Endpoints</h2>
${operations.map((operation) => operationSection(operation, contents, key))}
</section>
${[
  part(
    'key',
    'The key',
    markdown(`Send it in the header \`${contents.key.header}\`. ${contents.key.accepted}`),
  ),
  ...sections.map(({ id, title: heading, text }) => part(id, heading, markdown(text))),
  part('headers', 'Headers', headerTable(contents.headers)),
  part('error-bodies', 'Error bodies', errorBodies(contents)),
]}
`;
};

/** A part of the page that holds for all endpoints. */
const part = (id: string, title: string, content: Html): Html => html`
<section class="part" aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
<div class="prose">
${content}
</div>
</section>`;

const headerTable = (headers: readonly Header[]): Html => html`
<p>What answers carry, each with an example and the statuses that have it.</p>
<table class="fields">
${headers.map(
  ({ name, description, example, statuses }) => html`<tr>
<th scope="row"><code>${name}</code> <span class="type">${example}</span></th>
<td>${markdownLine(description)} <span class="limits">${statuses.join(', ')}</span></td>
</tr>
`,
)}</table>`;

const errorBodies = ({ errorShapes, misfits }: Contents): Html => html`
<p>Every answer that is not a success is JSON, in one of these shapes.</p>
${errorShapes.map((shape) => html`<div class="shape" id="${shape.name}">${bodyTable('Error', shape)}</div>`)}
<details class="more">
<summary>What any body can have wrong</summary>
<div id="misfits">${exampleList(misfits)}</div>
</details>`;
