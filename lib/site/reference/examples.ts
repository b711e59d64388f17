/** Examples of requests and answers. */
import type { Example } from './contents.ts';
import { markdownLine } from './markdown.ts';
import { type Html, html } from './markup.ts';

/** How many characters of a long body are shown. */
const shownCharacters = 60;

/** A body, or the beginning of a long one. */
export const sentText = (sent: string): string =>
  sent.length > shownCharacters * 2
    ? `${sent.slice(0, shownCharacters)}… (${sent.length.toLocaleString('en')} characters)`
    : sent || '(nothing)';

/** A list of examples: the title, the request and the answer. */
export const exampleList = (examples: readonly Example[]): Html => html`<dl class="examples">
${examples.map(
  ({ summary, sent, answered }) => html`<dt>${markdownLine(summary)}</dt>
<dd>${sent !== undefined && html`<pre>${sentText(sent)}</pre>`}<pre>${JSON.stringify(answered)}</pre></dd>
`,
)}</dl>`;
