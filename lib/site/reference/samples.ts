/** Calls as code to copy. */
import { type Language, languages } from '../pages/code.ts';
import type { Call } from '../pages/curl.ts';
import { type Html, html } from './markup.ts';

/**
 * A call in each language, one below the other. The page's script makes tabs of them, and shows the button.
 *
 * @param id - begins the ids of the samples.
 * @param name - what is called, e.g. `shout`.
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
