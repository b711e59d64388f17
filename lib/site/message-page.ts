import { placeholder } from '../../functions/site/placeholders.ts';
import { type Html, html } from './html.ts';
import type { Page } from './page.ts';

/** A page that only says something: its title is screamed, as texts are in the playground. */
export const messagePage = (title: string, content: Html) =>
  ({
    style: 'playground',
    display: true,
    content: html`
<div class="stage" data-look="scream"><h1 id="answer">${title}!!!</h1></div>
${content}
`,
  }) as const;

/** The page for an unknown path or a wrong method. The function inserts which. */
export const noRouteMessage = (): Page => ({
  title: `Amplify: ${placeholder('TITLE')}`,
  description: 'This address has no page.',
  ...messagePage(
    placeholder('TITLE'),
    html`<p class="after">${placeholder('DETAIL')}See the <a href="/docs${placeholder('REFERENCE_PLACE')}">reference</a>, or go to the <a href="/${placeholder('PLAYGROUND_PLACE')}">playground</a>.</p>`,
  ),
});
