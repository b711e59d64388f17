/** What all pages share. */
import { navigation } from '../settings/site-routes.ts';
import type { Stage } from '../settings/stages.ts';
import { type Html, html } from './html.ts';
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

/** What a page has of its own. */
export interface Body {
  /** Its styles and scripts. */
  readonly links: Html;
  readonly content: Html;
  /** What the header has beside the navigation. */
  readonly aside?: Html;
}

/**
 * A whole page. A name after `./` is that of an asset's source.
 *
 * @param path - its path, if it has one.
 */
export const shell = (
  stage: Stage,
  about: About,
  { links, content, aside }: Body,
  path?: string,
): Html => html`<!doctype html>
<html lang="en" ${stageAttributes(stage)}>
<head>
${head(about)}
${links}
</head>
<body>
<header class="row bar">
  ${siteNavigation(stage, path)}${aside}
</header>
<main id="main">${content}</main>
</body>
</html>
`;

/** What scripts and styles know of the stage. */
const stageAttributes = ({ keys }: Stage): Html => {
  const contact = keys.policy === 'issued' && keys.accounts.contact;
  return html`data-key-policy="${keys.policy}"${contact && html` data-contact="${contact}"`}`;
};

const head = ({ title, description, address }: About): Html => html`<meta charset="utf-8">
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
const siteNavigation = (
  stage: Stage,
  current?: string,
): Html => html`<a class="skip" href="#main">Skip to the content</a>
  <a class="row brand" href="/"><img src="./icon.svg" alt="" width="28" height="28">Amplify</a>
  <button class="quiet menu" type="button" popovertarget="pages">Menu</button>
  <nav id="pages" aria-label="Site" popover>${navigation(stage).map(
    ([path, label]) => html`
    <a href="${path}"${path === current && html` aria-current="page"`}>${label}</a>`,
  )}
  </nav>`;
