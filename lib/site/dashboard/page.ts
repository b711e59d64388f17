import { placeholder } from '../../../functions/site/placeholders.ts';
import type { IssuedKeys } from '../../settings/stages.ts';
import { html } from '../html.ts';
import { messagePage } from '../message-page.ts';
import { offerText, type Page } from '../page.ts';
import { signInPage } from '../page-headers.ts';

const title = 'Amplify: dashboard';

/** The dashboard of stages with demo keys. */
export const noDashboard = (): Page => ({
  title,
  description: 'This service has no accounts: any API key works.',
  ...messagePage(
    'No key needed',
    html`<p class="after">There are no accounts here, since any key works: choose one, and try it in the <a href="/">playground</a>.</p>`,
  ),
});

/** The dashboard of stages with accounts, which its script draws. */
export const dashboard = (keys: IssuedKeys): Page => ({
  title,
  description: 'Create API keys, rotate and revoke them, and see how they are used.',
  style: 'dashboard',
  script: true,
  aside: html`
  <div class="row who" id="who"></div>`,
  content: html`<noscript><p>This page needs JavaScript.</p></noscript>
<div id="dashboard" data-issuer="${placeholder('SIGN_IN_ISSUER')}" data-client-id="${placeholder('SIGN_IN_CLIENT_ID')}" data-sign-up="${keys.accounts.signUp}" data-offer="${offerText(keys)}"${
    keys.accounts.documents &&
    html` data-terms="${keys.accounts.documents.termsUrl}" data-privacy="${keys.accounts.documents.privacyUrl}"`
  }></div>
`,
  headers: signInPage,
});
