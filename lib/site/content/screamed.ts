/** Pages that scream their title, as the playground does. */
import { placeholder } from '../../../functions/site/placeholders.ts';
import { type Html, html } from '../html.ts';
import type { Page } from '../page.ts';

const screamed = (title: string, content: Html) =>
  ({
    style: 'playground',
    display: true,
    content: html`
<div class="stage" data-look="scream"><h1 id="answer">${title}!!!</h1></div>
${content}
`,
  }) as const;

export const aboutDashboard = {
  title: 'Amplify: dashboard',
  description: 'Where callers create API keys, if they need one, and see how these are used.',
};

/** The dashboard of stages with demo keys. */
export const noDashboard = (): Page => ({
  ...aboutDashboard,
  ...screamed(
    'No key needed',
    html`<p class="after">There are no accounts here, since any key works: choose one, and try it in the <a href="/">playground</a>.</p>`,
  ),
});

/** The page for an unknown path or a wrong method. The function inserts which. */
export const refusal = (): Page => ({
  title: `Amplify: ${placeholder('TITLE')}`,
  description: 'This address has no page.',
  ...screamed(
    placeholder('TITLE'),
    html`<p class="after">${placeholder('DETAIL')}See the <a href="/docs">reference</a>, or go to the <a href="/">start</a>.</p>`,
  ),
});
