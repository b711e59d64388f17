/** The dashboard. Its script shows the gate, or the account. */
import { placeholder } from '../../../functions/site/placeholders.ts';
import { type Html, html } from '../html.ts';
import { earlyScript, type Page, type Site, screamed, style } from '../page.ts';
import { signInPage } from '../page-headers.ts';
import { dialogs } from './dialogs.ts';
import { meter } from './meter.ts';

const about = {
  title: 'Amplify: dashboard',
  description: 'Where callers create API keys, if they need one, and see how these are used.',
};

export const dashboard = ({ stage }: Site): Page =>
  stage.keys.policy === 'demo'
    ? { ...about, ...screamed('No key needed', noKeyNeeded) }
    : {
        ...about,
        links: html`${style('dashboard.css')}${earlyScript('dashboard.js')}`,
        aside: html`
  <div class="who" id="who" hidden>
    <bdi id="who-email"></bdi>
    <button class="quiet" id="sign-out" type="button">Sign out</button>
  </div>`,
        content: html`<noscript><p>This page needs JavaScript.</p></noscript>
${gate}
${account}
${dialogs}
`,
        headers: signInPage,
      };

const noKeyNeeded = html`<p>There are no accounts here, since any key works: choose one, and try it in the <a href="/">playground</a>.</p>`;

const gate = html`
<div class="gate" id="gate" data-issuer="${placeholder('SIGN_IN_ISSUER')}" data-client-id="${placeholder('SIGN_IN_CLIENT_ID')}" hidden>
  <h1 id="gate-title" tabindex="-1">Your keys</h1>
  <p id="gate-text" role="status"></p>
  <button class="go" id="gate-button" type="button" hidden></button>
  <button class="quiet" id="gate-leave" type="button" hidden>Sign out</button>
</div>`;

const keys = html`<section aria-labelledby="keys-title">
      <div class="row head">
        <h2 id="keys-title" tabindex="-1">Keys</h2>
        <p class="soft" id="limits"></p>
        <button class="go" id="new-key" type="button" aria-describedby="limits">New key</button>
      </div>
      <p class="empty" id="no-keys">No keys yet. Create one to send your first request.</p>
      <table class="keys" id="keys" aria-labelledby="keys-title">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col"><span class="hidden">Actions</span></th>
          </tr>
        </thead>
        <tbody></tbody>
      </table>
    </section>`;

/** A chart, and the same as a table. */
const chart = (
  id: string,
  title: string,
  caption: string,
  unit: string,
): Html => html`<figure id="${id}">
          <figcaption><strong>${title}</strong> <span class="sum">Loading …</span></figcaption>
          <div class="bars" aria-hidden="true"></div>
          <div class="behind hidden"><table><caption>${caption}</caption><thead><tr><th scope="col">${unit}</th><th scope="col">Accepted requests</th></tr></thead><tbody></tbody></table></div>
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
          <div class="row secret">
            <code id="first-curl"></code>
            <button class="quiet" id="copy-first-curl" type="button">Copy curl line</button>
          </div>
          <p class="hidden" id="first-said" role="status"></p>
        </div>
      </div>
      <div class="charts" id="charts">
        ${chart('hours', 'Last 24 hours', 'Requests by hour', 'Hour')}
        ${chart('days', 'Last 30 days (UTC)', 'Requests by day', 'Day (UTC)')}
      </div>
      </div>
      <div class="row below">
        <p class="soft">Accepted requests, each of which used a slot of your quota. Hours are in your time zone, days in UTC. “Last used” is precise to the <span id="unit"></span>.</p>
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
      <p class="notice good" id="said" role="status"></p>
    </div>

    ${keys}

    ${usage}

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
