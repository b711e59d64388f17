import { type Language, languages } from '../pages/code.ts';
import type { Call } from '../pages/curl.ts';
import { type Html, html } from './markup.ts';

/**
 * A call in each language, one below the other. The page's script turns them into tabs, and shows the button.
 *
 * @param id - the prefix of the samples' ids.
 * @param name - of the endpoint, e.g. `shout`.
 */
export const samplesBlock = (
  id: string,
  name: string,
  call: Call,
  shown: readonly Language[] = languages,
): Html => html`
<div class="samples">
<button class="copy" type="button" hidden>Copy<span class="hidden"> the sample for ${name}</span></button>
${shown.map(
  ({ id: language, title, code }) => html`<p class="language">${title}</p>
<pre class="sample" id="${id}-${language}" data-language="${language}">${code(call)}</pre>
`,
)}</div>`;
