/** The parts that the reference, the guide and the changelog are made of. */
import { type Html, html } from './markup.ts';

/** The link of a heading to itself, by which what stands below it is shared. */
export const ownLink = (id: string, title: string): Html =>
  html` <a class="own" href="#${id}" aria-label="Direct link to ${title}">#</a>`;

/** A part of a page under a heading. */
export const part = (id: string, title: string, content: Html): Html => html`
<section class="part">
<h2 id="${id}">${title}${ownLink(id, title)}</h2>
<div class="prose">
${content}
</div>
</section>`;

/** A part of a page in the list of contents: its id and its title. */
export type Entry = readonly [id: string, title: string | Html];

/** The list of contents, which stays in view beside the page on wide screens. */
export const contentsList = (entries: readonly Entry[]): Html => html`
<nav class="contents" aria-label="Contents">
<ul>
${entries.map(
  ([id, title]) => html`<li><a href="#${id}">${title}</a></li>
`,
)}</ul>
</nav>`;
