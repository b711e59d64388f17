import { keyField } from '../content/parts.ts';
import { type Html, html } from '../html.ts';
import { markdown, markdownLine } from '../markdown.ts';
import { type Answer, type Contents, type Example, has, type Operation } from './contents.ts';
import { bodyTable, exampleList, ownLink } from './parts.ts';
import { callSamples, type ExampleKey, exampleCall, samplesBlock } from './samples.ts';

/**
 * An endpoint: a line that opens to request and answers, with a form to try it, which needs the script. The first one
 * is open. The fragment is inside, so that a browser opens it by itself.
 */
export const operationSection = (
  operation: Operation,
  { server, misfits, operations }: Contents,
  key: ExampleKey,
): Html => {
  const { id, method, path, does, more, experimental, request, success, refusals } = operation;
  return html`
<div class="endpoint">${ownLink(id, path)}
<details class="operation"${operation === operations[0] && ' open'}>
<summary>
<h3><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code>${experimental && html` <small>experimental</small>`}</h3>
<span class="does">${markdownLine(does)}</span>
</summary>
<div class="opened" id="${id}">
<div class="about">
${markdown(more)}
${request && bodyTable('Body', request)}
</div>
<div class="trial">
${samplesBlock(id, `the sample for ${id}`, callSamples(exampleCall(operation, server, key)))}
${callBox(operation)}
<div class="answer">
<p class="outcome"><strong>Example</strong> ${success.status}</p>
<pre dir="auto">${JSON.stringify(success.examples[0]?.answered, null, 2)}</pre>
</div>
${
  success.examples.length > 1 &&
  html`<details class="more"><summary>More examples</summary>${exampleList(success.examples.slice(1))}</details>`
}
</div>
<div class="returns">
${success.shapes.map((shape) => bodyTable('Response', shape))}
<h4 id="${id}-errors">Errors${ownLink(`${id}-errors`, `the errors of ${path}`)}</h4>
${refusals.map((refusal) => refusalSection(refusal, misfits))}
</div>
</div>
</details>
</div>`;
};

/** An error: when it occurs, and its body on demand. */
const refusalSection = (
  { status, when, more, shapes, examples }: Answer,
  misfits: readonly Example[],
): Html => {
  const own = examples.filter((example) => !has(misfits, example));
  return html`<details class="refusal">
<summary><strong>${status}</strong> ${markdownLine(when)}</summary>
${markdown(more)}
<p>The body is a ${shapes.map(
    ({ name }, index) => html`${index > 0 && ' or a '}<a href="#${name}"><code>${name}</code></a>`,
  )}.${
    own.length < examples.length &&
    html` For what any body can have wrong, see <a href="#misfits">the list</a>.`
  }</p>
${exampleList(own.length > 0 ? own : examples.slice(-1))}
</details>
`;
};

/** The form by which a visitor calls an endpoint. It needs the page's script. */
const callBox = ({ id, method, path, needsKey, request, success }: Operation): Html => html`
<form class="call" data-method="${method}" data-path="${path}" aria-label="Try ${path}" hidden>
${
  needsKey &&
  html`<div class="key">
<label for="${id}-key">Your API key</label>
<input id="${id}-key" name="key" ${keyField} aria-describedby="${id}-no-key">
<label class="show"><input class="show-key" type="checkbox"> Show<span class="hidden"> the key</span></label>
<p class="soft no-key" id="${id}-no-key" hidden>Type a key first. <a class="issued" href="/dashboard">Get a key</a></p>
</div>`
}
${
  request &&
  html`<div class="body">
<label for="${id}-body">Body</label>
${
  success.examples.length > 1 &&
  html`<select name="example" aria-label="Example">${success.examples.map(
    ({ summary, sent }) => html`<option value="${sent}">${summary.replaceAll('`', '')}</option>`,
  )}</select>`
}
<textarea id="${id}-body" name="body" dir="auto" rows="2" spellcheck="false">${success.examples[0]?.sent}</textarea>
</div>`
}
<div class="row send"><button class="go" type="submit">Send</button> ${request && html`<kbd>Ctrl + Enter</kbd>`}</div>
</form>`;
