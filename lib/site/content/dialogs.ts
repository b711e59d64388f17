/** The dialogs of the dashboard, as templates for its script. */
import { type Html, html } from '../html.ts';
import { copied } from './parts.ts';

/** A dialog that asks something. */
const question = (name: string, action: string, title: string | Html, content: Html): Html => html`
<template id="${name}-dialog">
  <dialog aria-labelledby="dialog-title">
    <form novalidate>
      <h2 id="dialog-title">${title}</h2>
      ${content}
      <p class="problem" role="alert"></p>
      <div class="row buttons">
        <button class="go" type="submit">${action}</button>
        <button class="quiet" type="button" value="cancel">Cancel</button>
      </div>
    </form>
  </dialog>
</template>`;

export const nameField = (hint?: string): Html => html`<div class="field">
    <label for="key-name">Name</label>
    <input id="key-name" required autocomplete="off" spellcheck="false"${hint && html` aria-describedby="key-name-hint"`}>${
      hint &&
      html`
    <p class="soft" id="key-name-hint">${hint}</p>`
    }
  </div>`;

/** What a name is for. */
export const nameHint = 'What will use it, such as “build server”.';

const keyName = html`<bdi class="name"></bdi>`;

/** A field into which a text is typed to confirm. */
const confirmation = (label: string, more?: Html): Html => html`<div class="field">
    <label for="confirmation">${label}</label>
    <input id="confirmation" required autocomplete="off" autocapitalize="none" spellcheck="false"${more}>
  </div>`;

export const dialogs: Html = html`${question(
  'new-key',
  'Create key',
  'New key',
  html`${nameField(nameHint)}
  <div class="field">
    <label for="key-expires">Expires</label>
    <select id="key-expires">
      <option value="">Never</option>
      <option value="7">In 7 days</option>
      <option value="30">In 30 days</option>
      <option value="90">In 90 days</option>
      <option value="365">In 1 year</option>
    </select>
  </div>`,
)}
<template id="fresh-key-dialog">
  <dialog class="wide" closedby="none" aria-labelledby="dialog-title" aria-describedby="fresh-hint">
    <h2 id="dialog-title">Save your key</h2>
    <p id="fresh-hint">Keep it where you keep passwords: it is shown only once. <span class="predecessor"></span></p>
    ${copied('fresh-key', 'go', 'copy-key', 'Copy key')}
    <p class="caption">It works now. Your first request:</p>
    ${copied('fresh-curl', 'quiet', 'copy-curl', 'Copy curl line')}
    <div class="row strip" role="status">
      <p class="soft" id="arrival">Waiting for your first request …</p>
      <button class="quiet" id="send-first" type="button">Send it now</button>
    </div>
    <div class="answer" tabindex="-1" hidden></div>
    <p class="soft told" role="status"></p>
    <p class="hidden" id="copied" role="status"></p>
    <div class="row buttons">
      <button class="go" id="saved" type="button">I have saved it</button>
      <button class="quiet" id="to-playground" type="button">Try it in the playground</button>
    </div>
  </dialog>
</template>
${question('rename', 'Rename', html`Rename ${keyName}`, nameField())}${question(
  'rotate',
  'Rotate',
  html`Rotate ${keyName}`,
  html`<p>You get a new key with a full quota.</p>
  <fieldset>
    <legend>The old key stops working</legend>
    <label><input type="radio" name="grace" value="0">Now</label>
    <label><input type="radio" name="grace" value="3600">In 1 hour</label>
    <label><input type="radio" name="grace" value="86400" checked>In 1 day</label>
    <label><input type="radio" name="grace" value="604800">In 7 days</label>
  </fieldset>
  <p class="soft">“Now” takes effect within a minute.</p>`,
)}${question(
  'revoke',
  'Revoke',
  html`Revoke ${keyName}`,
  html`<p>Requests with <code class="start"></code> will fail within a minute. This can’t be undone.</p>
  ${confirmation('Type the key’s name')}`,
)}${question(
  'delete-account',
  'Delete account',
  'Delete account',
  html`<p>All your keys are revoked, your address is erased, and you can’t sign in to this account any more. The numbers of requests are kept for 32 days, without a name. This can’t be undone.</p>
  <p class="suspended" hidden>The account is suspended, so your sign-in is kept, disabled, with its address: you can’t sign up with it again until the operator of this service removes it.</p>
  ${confirmation('Type your e-mail address', html` inputmode="email"`)}`,
)}`;
