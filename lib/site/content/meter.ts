import { type Html, html } from '../html.ts';

/** What is left of a quota, in words and as a bar, within an element with the title `quota-title`. */
export const meter = (
  left = '',
): Html => html`<p><strong class="left">${left}</strong> <span class="turn"></span></p>
    <meter class="hidden" aria-labelledby="quota-title" min="0" value="0"></meter>
    <div class="track" aria-hidden="true"><div class="fill"></div></div>`;
