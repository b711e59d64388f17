/** The dashboard. Its script shows the gate, or the account. */
import type { Plan } from '../../../functions/quota/window.ts';
import { placeholder } from '../../../functions/site/placeholders.ts';
import type { IssuedKeys } from '../../settings/stages.ts';
import { type Html, html } from '../html.ts';
import type { Page } from '../page.ts';
import { signInPage } from '../page-headers.ts';
import { dialogs, nameField, nameHint } from './dialogs.ts';
import { copied, firstPlanOf, meter, offerOf } from './parts.ts';
import { aboutDashboard } from './screamed.ts';

export const dashboard = (keys: IssuedKeys): Page => ({
  ...aboutDashboard,
  style: 'dashboard',
  script: 'early',
  aside: html`
  <div class="who" id="who" hidden>
    <bdi id="who-email"></bdi>
    <button class="quiet" id="sign-out" type="button">Sign out</button>
  </div>`,
  content: html`<noscript><p>This page needs JavaScript.</p></noscript>
${gate(keys)}
${account}
${dialogs}
`,
  headers: signInPage,
});

const gate = (issued: IssuedKeys): Html => html`
<div class="gate" id="gate" data-issuer="${placeholder('SIGN_IN_ISSUER')}" data-client-id="${placeholder('SIGN_IN_CLIENT_ID')}" hidden>
  <h1 id="gate-title" tabindex="-1">Your keys</h1>
  <p id="gate-text" role="status"></p>
  <div id="gate-offer" hidden>
    <p>${offerOf(issued)} You get an e-mail with a code that confirms your address.${
      issued.accounts.signUp === 'open' &&
      ' Confirming it ends the password that you choose there: next time, sign in with a code, or set a password that stays by “Forgot password”.'
    }</p>
    ${sketch(firstPlanOf(issued))}
  </div>
  <button class="go" id="gate-button" type="button" hidden></button>
  <button class="quiet" id="gate-leave" type="button" hidden>Sign out</button>${
    issued.accounts.documents &&
    html`
  <p><a href="${issued.accounts.documents.termsUrl}">Terms of use</a></p>
  <p><a href="${issued.accounts.documents.privacyUrl}">Privacy policy</a></p>`
  }
</div>`;

/** A key's row, as a picture. */
const sketch = ({ limit }: Plan): Html =>
  html`<p class="row sketch" aria-hidden="true"><b>my server</b> <code>amp_…</code> <span class="mark">Active</span> <span>${limit - 3} of ${limit}</span></p>`;

/** The columns between the name and the actions. On small screens, where rows are cards, each cell repeats its label. */
const columns: readonly (readonly [label: string, content: Html])[] = [
  ['Key', html`<code class="start"></code>`],
  ['Status', html`<span class="mark"></span><small></small>`],
  ['Quota left', html`<span class="left"></span>`],
  ['Last used', html`<span class="used"></span>`],
  ['Expires', html`<span class="expires"></span>`],
  ['Created', html`<span class="created"></span>`],
];

/** What an account without keys has instead of their list and their usage. */
const firstKey = html`<form id="first">
      <section aria-labelledby="first-title">
        <h2 id="first-title">Create your first key</h2>
        ${nameField(nameHint)}
        <div class="row buttons">
          <button class="go" id="create-first" type="submit" aria-describedby="first-wait">Create key</button>
          <p class="soft" id="first-wait"></p>
        </div>
      </section>
    </form>`;

/** Roles are explicit, since some browsers don't treat a table as one if its rows are blocks. */
const keys = html`<section aria-labelledby="keys-title">
      <div class="row head">
        <h2 id="keys-title" tabindex="-1">Keys</h2>
        <p class="soft" id="limits"></p>
        <button class="go" id="new-key" type="button" aria-describedby="limits">New key</button>
      </div>
      <table class="keys" id="keys" role="table" aria-labelledby="keys-title">
        <thead role="rowgroup">
          <tr role="row">${[
            'Name',
            ...columns.map(([label]) => label),
            html`<span class="hidden">Actions</span>`,
          ].map(
            (label) => html`
            <th scope="col" role="columnheader">${label}</th>`,
          )}
          </tr>
        </thead>
        <tbody role="rowgroup"></tbody>
      </table>
      <template id="key-row">
        <tr role="row">
          <th class="name" role="rowheader" scope="row"><div><bdi></bdi></div></th>${columns.map(
            ([label, content]) => html`
          <td role="cell" data-label="${label}"><div>${content}</div></td>`,
          )}
          <td class="actions" role="cell">
            <button class="quiet" type="button">Actions</button>
            <div class="choices" popover>
              <button class="quiet" type="button" value="rename">Rename</button>
              <button class="quiet" type="button" value="rotate">Rotate</button>
              <button class="quiet" type="button" value="revoke">Revoke</button>
            </div>
          </td>
        </tr>
      </template>
    </section>`;

/** A chart, and the same as a table. */
const chart = (
  id: string,
  title: string,
  caption: string,
  unit: string,
): Html => html`<figure id="${id}">
          <figcaption><strong>${title}</strong> <span class="sum">Loading …</span></figcaption>
          <div class="bars" role="group" tabindex="0" aria-label="${caption}"></div>
          <div class="behind hidden"><table><caption>${caption}</caption><thead><tr><th scope="col">${unit}</th><th scope="col">Requests</th></tr></thead><tbody></tbody></table></div>
        </figure>`;

const usage = html`<section aria-labelledby="usage-title" id="usage">
      <div class="row head">
        <h2 id="usage-title">Usage</h2>
        <div class="choice">
          <label for="whose">Requests of</label>
          <select id="whose"></select>
        </div>
      </div>
      <section class="row quota" id="quota" aria-labelledby="quota-title" data-status="ok" hidden>
        <h3 class="soft" id="quota-title">Quota</h3>
        ${meter()}
      </section>
      <p class="soft" id="usage-state" role="status"></p>
      <div class="either">
      <div id="first-call" hidden>
        <p>No requests in the last 30 days.</p>
        <div id="first-how">
          <p>Put <code id="first-key"></code> into <code>AMPLIFY_KEY</code>, and send a request:</p>
          ${copied('first-curl', 'quiet', 'copy-first-curl', 'Copy curl line')}
          <p class="hidden" id="first-status" role="status"></p>
        </div>
      </div>
      <div class="charts" id="charts">
        ${chart('hours', 'Last 24 hours', 'Requests by hour', 'Hour')}
        ${chart('days', 'Last 30 days (UTC)', 'Requests by day', 'Day (UTC)')}
      </div>
      </div>
      <div class="row below">
        <p class="soft">Requests that counted towards your quota. Hours are in your time zone, days in UTC. “Last used” is precise to the <span id="unit"></span>.</p>
        <button class="quiet" id="as-tables" type="button" aria-pressed="false">Show as tables</button>
      </div>
    </section>`;

const account = html`
<template id="account-template">
  <div id="account">
    <h1 class="hidden">Dashboard</h1>
    <p class="notice" id="suspended" hidden></p>
    <div class="messages">
      <p class="notice" id="trouble" role="status"></p>
      <p class="notice good" id="status" role="status"></p>
    </div>

    ${firstKey}

    <div id="with-keys" hidden>
    ${keys}

    ${usage}
    </div>

    <section aria-labelledby="account-title">
      <div class="row head"><h2 id="account-title">Account</h2></div>
      <dl>
        <dt>E-mail</dt><dd><bdi id="email"></bdi></dd>
        <dt>Plan</dt><dd id="plan"></dd>
        <dt>Since</dt><dd id="since"></dd>
      </dl>
      <p class="soft" id="contact" hidden></p>
      <button class="quiet" id="delete-account" type="button">Delete account</button>
    </section>
  </div>
</template>`;
