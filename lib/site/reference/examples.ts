/** Requests and answers as examples. */
import type { Example } from './contents.ts';
import { markdownLine } from './markdown.ts';
import { type Html, html } from './markup.ts';

/** How much of a long body is shown. */
const shownCharacters = 60;

/** A body that was sent, or the beginning of a long one. */
export const sentText = (sent: string): string =>
  sent.length > shownCharacters * 2
    ? `${sent.slice(0, shownCharacters)}… (${sent.length.toLocaleString('en')} characters)`
    : sent || '(nothing)';

/** Examples one after the other: what each shows, what is sent, and what is answered. */
export const exampleList = (examples: readonly Example[]): Html => html`<dl class="examples">
${examples.map(
  ({ summary, sent, answered }) => html`<dt>${markdownLine(summary)}</dt>
<dd>${sent !== undefined && html`<pre>${sentText(sent)}</pre>`}<pre>${JSON.stringify(answered)}</pre></dd>
`,
)}</dl>`;
