/** The parts of the reference, the guide and the changelog. */
import { type Html, html } from './html.ts';

/** The link of a heading to itself, for sharing. */
export const ownLink = (id: string, title: string): Html =>
  html`\u00a0<a class="own" href="#${id}" aria-label="Direct link to ${title}">#</a>`;

export const part = (id: string, title: string, content: Html): Html => html`
<section class="part">
<h2 id="${id}">${title}${ownLink(id, title)}</h2>
<div class="prose">
${content}
</div>
</section>`;

/** The list of contents, which stays in view beside the page on wide screens, and folds on others. */
export const contentsList = (
  entries: readonly (readonly [id: string, title: string | Html])[],
): Html => html`
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
