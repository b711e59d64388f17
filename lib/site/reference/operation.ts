import { bodyTable } from './body-table.ts';
import { callBox } from './call-box.ts';
import { type Answer, type Contents, type Example, has, type Operation } from './contents.ts';
import { type ExampleKey, exampleCall } from './example-call.ts';
import { exampleList } from './examples.ts';
import { markdown, markdownLine } from './markdown.ts';
import { type Html, html } from './markup.ts';
import { ownLink } from './parts.ts';
import { callSamples, samplesBlock } from './samples.ts';

/**
 * An endpoint: a line that opens to request and answers, with a form to try it, which needs the script. The
 * fragment is inside, so that a browser opens it by itself.
 */
export const operationSection = (
  operation: Operation,
  { server, misfits }: Contents,
  key: ExampleKey,
): Html => {
  const { id, method, path, does, more, experimental, request, success, refusals } = operation;
  return html`
<div class="endpoint">${ownLink(id, path)}
<details class="operation">
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
