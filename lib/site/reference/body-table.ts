import type { Shape } from './contents.ts';
import { limitsOf, type Role } from './described-fields.ts';
import { markdownLine } from './markdown.ts';
import { type Html, html } from './markup.ts';

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
