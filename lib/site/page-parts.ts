/** What all pages share: the head, and the header with the navigation. */
import { navigation } from '../infrastructure/settings/site-routes.ts';
import type { Stage } from '../infrastructure/settings/stages.ts';
import { type Html, html } from './reference/markup.ts';
import { storedText } from './stored-answers.ts';

/** The title and description, for tabs, search engines and link previews. */
export interface About {
  readonly title: string;
  readonly description: string;
  /**
   * The page's full address. Absent in files without an address, which compress better; their link preview then
   * has no picture, which needs a full address.
   */
  readonly address?: string;
}

/** The start of a page's `<head>`. A name after `./` is that of an asset's source. */
export const pageHead = ({
  title,
  description,
  address,
}: About): Html => html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${description}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="Amplify">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
${address !== undefined && picture(address)}<link rel="alternate" type="text/markdown" href="/docs.md">
<link rel="service-desc" type="application/json" href="/openapi.json">
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" type="image/svg+xml" href="./icon.svg">`;

const picture = (address: string): Html => html`<meta property="og:url" content="${address}">
<meta property="og:image" content="{BASE_URL}./playground.png">
<meta property="og:image:alt" content="${storedText}, screamed.">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta name="twitter:card" content="summary_large_image">
<link rel="canonical" href="${address}">
`;

/**
 * The logo, and links to the stage's pages: a row, or a menu on narrow screens.
 *
 * @param current - the path of the page itself, if it is one of them.
 */
export const siteNavigation = (
  stage: Stage,
  current: string | undefined,
): Html => html`<a class="skip" href="#main">Skip to the content</a>
  <a class="brand" href="/"><img src="./icon.svg" alt="" width="28" height="28">Amplify</a>
  <button class="quiet menu" type="button" popovertarget="pages">Menu</button>
  <nav id="pages" aria-label="Site" popover>${navigation(stage).map(
    ([path, label]) => html`
    <a href="${path}"${path === current && html` aria-current="page"`}>${label}</a>`,
  )}
  </nav>`;
