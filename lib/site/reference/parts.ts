/** The parts of the reference, the guide and the changelog. */

import { type Html, html } from '../html.ts';
import { markdownLine } from '../markdown.ts';
import type { Example, Shape } from './contents.ts';
import { limitsOf, type Role } from './described-fields.ts';

/** The link of a heading to itself, for sharing. */
export const ownLink = (id: string, title: string): Html =>
  html` <a class="own" href="#${id}" aria-label="Direct link to ${title}">#</a>`;

export const part = (id: string, title: string, content: Html): Html => html`
<section class="part">
<h2 id="${id}">${title}${ownLink(id, title)}</h2>
<div class="prose">
${content}
</div>
</section>`;

/** A part in the list of contents. */
export type Entry = readonly [id: string, title: string | Html];

/** The list of contents, which stays in view beside the page on wide screens, and folds on others. */
export const contentsList = (entries: readonly Entry[]): Html => html`
<nav class="contents" aria-label="Contents">
<details>
<summary>Contents</summary>
<ul>
${entries.map(
  ([id, title]) => html`<li><a href="#${id}">${title}</a></li>
`,
)}</ul>
</details>
</nav>`;

/** A table of a body's fields. */
export const bodyTable = (role: Role, { name, fields }: Shape): Html => html`
<table class="fields">
<caption>${role !== 'Error' && `${role} `}<code>${name}</code></caption>
${fields.map(
  (field) => html`<tr>
<th scope="row"><code>${field.name}</code> <span class="type">${field.type}</span></th>
<td>${markdownLine(field.description)} <span class="limits">${markdownLine(limitsOf(role, field))}</span></td>
</tr>
`,
)}</table>`;

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
