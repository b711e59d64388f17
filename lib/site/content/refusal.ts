import { placeholder } from '../../../functions/site/placeholders.ts';
import { navigation } from '../../settings/site-routes.ts';
import type { Stage } from '../../settings/stages.ts';
import { html } from '../html.ts';
import { type Page, screamed } from '../page.ts';

/** The page for an unknown path or a wrong method. The function inserts which. */
export const refusal = (stage: Stage): Page => {
  const title = placeholder('TITLE');
  return {
    title: `Amplify: ${title}`,
    description: 'This address has no page.',
    ...screamed(
      title,
      html`<p>${placeholder('DETAIL')}See <a href="/docs">/docs</a>.</p>
<p class="row links">${navigation(stage).map(([path, label]) => html`<a href="${path}">${label}</a> `)}</p>`,
    ),
  };
};
