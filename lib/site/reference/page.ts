/** The reference as a page, which is complete without its script. */
import type { Stage } from '../../settings/stages.ts';
import { callSamples, type ExampleKey, exampleCall, samplesBlock } from '../code-samples.ts';
import {
  type Contents,
  type DescribedResponse,
  type Example,
  type HeaderGroup,
  type Operation,
  type Shape,
  sentText,
} from '../contents.ts';
import { type Html, html, type Part } from '../html.ts';
import { firstSentence, markdown, markdownLine } from '../markdown.ts';
import { keyField, type Page, type Site } from '../page.ts';
import { contentsList, ownLink, part } from '../parts.ts';

export const referencePage = ({ stage, reference, key }: Site): Page => ({
  title: 'Amplify: API reference',
  description:
    'The reference of Amplify, a text API that shouts, screams, whispers and emphasizes. Try each endpoint on the page.',
  pictured: true,
  style: 'document',
  script: true,
  content: content(stage, reference, key),
});

const content = (stage: Stage, contents: Contents, key: ExampleKey): Html => {
  const { title, version, server, introduction, operations, errors, headers } = contents;
  const [keys, ...rest] = contents.sections.map(
    (section) => [section.id, section.title, markdown(section.content)] as const,
  );
  const before = [...(keys ? [keys] : []), ['errors', 'Errors', errorList(errors)] as const];
  const after = [
    ['headers', 'Headers', headerTables(headers)],
    ['error-bodies', 'Error bodies', errorBodies(contents)],
    ...rest,
  ] as const;
  return html`
${contentsList([
  ...before.map(([id, heading]) => [id, heading] as const),
  ...operations.map(
    ({ id, method, path }) => [id, html`<small>${method}</small> <code>${path}</code>`] as const,
  ),
  ...after.map(([id, heading]) => [id, heading] as const),
])}
<div class="content">
<div class="prose hero">
<h1>${title} API <small>${version}</small></h1>
${markdown(introduction)}
<p>Base address: <code>${server}</code></p>
<p>Import <a href="/openapi.json"><code>/openapi.json</code></a> into Postman or Bruno; give an assistant <a href="/docs.md"><code>/docs.md</code></a>. <button id="copy-page" type="button" disabled>Copy</button></p>
${keyField(stage, typeof key === 'object' && html`No key yet? <a href="/dashboard">Create your free key</a>`)}
</div>
${before.map(([id, heading, text]) => part(id, heading, text))}
${operations.map((operation) => operationSection(operation, server, key))}
${after.map(([id, heading, text]) => part(id, heading, text))}
<output class="hidden" id="status"></output>
</div>
`;
};

const operationSection = (operation: Operation, server: string, key: ExampleKey): Html => {
  const { id, method, path, description, experimental, request, success, errors } = operation;
  const [example, ...examples] = success.examples;
  return html`
<section class="part operation">
<h2 id="${id}"><small>${method}</small> <code>${path}</code>${experimental && html` <small>experimental</small>`}${ownLink(id, path)}</h2>
<div>
${markdown(description)}
${request && bodyTable('Body', request)}
</div>
<div class="trial">
${samplesBlock(id, `the sample for ${id}`, callSamples(exampleCall(operation, server, key)))}
${callForm(operation)}
<div class="answer">
<p class="outcome"><strong>Example</strong> ${success.status}</p>
<pre class="body" dir="auto">${JSON.stringify(example?.answered, null, 2)}</pre>
</div>
${
  examples.length > 0 &&
  html`<details><summary>More examples</summary>${exampleList(examples)}</details>`
}
</div>
<div>
${success.shapes.map((shape) => bodyTable('Response', shape))}
<p class="errors">Errors: ${errors
    .filter(({ status }) => status !== 'other')
    .map(
      ({ status }, index) => html`${index > 0 && ' · '}<a href="#error-${status}">${status}</a>`,
    )}</p>
</div>
</section>`;
};

/** The errors: when each occurs, and its bodies on demand. */
const errorList = (errors: readonly DescribedResponse[]): Html => html`
<p>Every endpoint names its errors, which mean the same everywhere.</p>
${errors.map(({ status, meanings, shapes, examples }) => {
  const [first = '', ...rest] = meanings;
  const [when, more] = firstSentence(first);
  return html`<details class="refusal">
<summary><strong>${status}</strong> <span>${markdownLine(when)}</span></summary>
<div id="error-${status}">
${[more, ...rest].map(markdown)}
<p>The body is a ${shapes.map(
    ({ name }, index) => html`${index > 0 && ' or a '}<a href="#${name}"><code>${name}</code></a>`,
  )}.</p>
${exampleList(examples)}
</div>
</details>
`;
})}`;

/** The form by which a visitor calls an endpoint. The page's script enables it. */
const callForm = ({ id, method, path, needsKey, request, success }: Operation): Html => html`
<form class="call" data-method="${method}" data-path="${path}" data-access="${needsKey ? 'key' : 'open'}" aria-label="Try ${path}">
<fieldset class="row" disabled>
${
  request &&
  html`${
    success.examples.length > 1 &&
    html`<select name="example" aria-label="Example">${success.examples.map(
      ({ summary, sent }) => html`<option value="${sent}">${summary.replaceAll('`', '')}</option>`,
    )}</select>`
  }
<details><summary>Edit body</summary>
<textarea id="${id}-body" name="body" aria-label="Body" dir="auto" rows="2" spellcheck="false">${success.examples[0]?.sent}</textarea>
</details>`
}
<button class="main" type="submit">Send</button>
</fieldset>
</form>`;

const bodyTable = (caption: string | Html, { fields }: Shape): Html =>
  table(
    caption,
    fields.map(({ name, type, description }) => [name, markdownLine(type), description]),
  );

const table = (
  caption: string | Html,
  rows: readonly (readonly [name: string, note: Part, description: string])[],
): Html => html`
<table>
<caption>${caption}</caption>
${rows.map(
  ([name, note, description]) => html`<tr>
<th scope="row"><code>${name}</code> <span class="soft">${note}</span></th>
<td>${markdownLine(description)}</td>
</tr>
`,
)}</table>`;

const exampleList = (examples: readonly Example[]): Html => html`<dl class="examples">
${examples.map(
  ({ summary, sent, answered }) => html`<dt>${markdownLine(summary)}</dt>
<dd>${sent !== undefined && html`<pre>${sentText(sent)}</pre>`}<pre>${JSON.stringify(answered)}</pre></dd>
`,
)}</dl>`;

const headerTables = (groups: readonly HeaderGroup[]): Html =>
  html`${groups.map(({ on, headers }) =>
    table(
      `On ${on}`,
      headers.map(({ name, example, description }) => [name, example, description]),
    ),
  )}`;

const errorBodies = ({ errorShapes }: Contents): Html => html`
<p>Every response that is not a success is JSON, in one of these shapes.</p>
${errorShapes.map(
  (shape) =>
    html`<div id="${shape.name}">${bodyTable(html`<code>${shape.name}</code>`, shape)}</div>`,
)}`;
