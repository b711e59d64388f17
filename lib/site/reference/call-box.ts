import type { Operation } from './contents.ts';
import { type Html, html } from './markup.ts';

/** The form by which a visitor calls an endpoint. It needs the page's script. */
export const callBox = ({ id, method, path, needsKey, request, success }: Operation): Html => html`
<form class="call" data-method="${method}" data-path="${path}" aria-label="Try ${path}" hidden>
${
  needsKey &&
  html`<div class="key">
<label for="${id}-key">Your API key</label>
<input id="${id}-key" name="key" type="password" pattern=" *[!-~]([ -~]*[!-~])? *" title="Letters, digits and signs of ASCII" autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="${id}-no-key">
<label class="show"><input class="show-key" type="checkbox"> Show<span class="hidden"> the key</span></label>
<p class="no-key" id="${id}-no-key" hidden>Type a key first. <a class="issued" href="/dashboard">Get a key</a></p>
</div>`
}
${
  request &&
  html`<div class="body">
<label for="${id}-body">Body</label>
${
  success.examples.length > 1 &&
  html`<select name="example" aria-label="Example">${success.examples.map(
    ({ summary, sent }) => html`<option value="${sent}">${summary.replaceAll('`', '')}</option>`,
  )}</select>`
}
<textarea id="${id}-body" name="body" dir="auto" rows="2" spellcheck="false">${success.examples[0]?.sent}</textarea>
</div>`
}
<div class="send"><button class="go" type="submit">Send</button> ${request && html`<kbd>Ctrl + Enter</kbd>`}</div>
</form>`;
