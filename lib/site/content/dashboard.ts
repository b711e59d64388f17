/** The dashboard, which its script draws. */
import { placeholder } from '../../../functions/site/placeholders.ts';
import type { IssuedKeys } from '../../settings/stages.ts';
import { html } from '../html.ts';
import type { Page } from '../page.ts';
import { signInPage } from '../page-headers.ts';
import { offerOf } from './parts.ts';
import { aboutDashboard } from './screamed.ts';

export const dashboard = (keys: IssuedKeys): Page => ({
  ...aboutDashboard,
  style: 'dashboard',
  script: 'early',
  aside: html`
  <div class="row who" id="who"></div>`,
  content: html`<noscript><p>This page needs JavaScript.</p></noscript>
<div id="dashboard" data-issuer="${placeholder('SIGN_IN_ISSUER')}" data-client-id="${placeholder('SIGN_IN_CLIENT_ID')}" data-sign-up="${keys.accounts.signUp}" data-offer="${offerOf(keys)}"${
    keys.accounts.documents &&
    html` data-terms="${keys.accounts.documents.termsUrl}" data-privacy="${keys.accounts.documents.privacyUrl}"`
  }></div>
`,
  headers: signInPage,
});
