/** What all pages share. */
import type { Plan } from '../../functions/quota/window.ts';
import { placeholder } from '../../functions/site/placeholders.ts';
import manifest from '../../package.json' with { type: 'json' };
import { quotaInWords } from '../settings/plans.ts';
import { navigation } from '../settings/site-routes.ts';
import type { IssuedKeys, Stage } from '../settings/stages.ts';
import { assetPath, type PageBundle } from './assets.ts';
import type { ExampleKey } from './code-samples.ts';
import type { Contents } from './contents.ts';
import { example } from './example.ts';
import { type Html, html, type Part } from './html.ts';
import type { strictPage } from './page-headers.ts';

/** What pages are made from. */
export interface Site {
  readonly stage: Stage;
  readonly key: ExampleKey;
  readonly reference: Contents;
}

/** What a page has of its own. */
export interface Page {
  /** For tabs, search engines and link previews. */
  readonly title: string;
  readonly description: string;
  readonly style: PageBundle;
  /** Whether the script of the same name runs, before the first paint: what it adds would move the content. */
  readonly script?: boolean;
  /** Whether it shows the large type. */
  readonly display?: boolean;
  readonly content: Html;
  /** What the header has beside the navigation. */
  readonly aside?: Html;
  readonly headers?: typeof strictPage;
  /**
   * Whether its link preview has a picture. That needs its full address, which only the function knows, and
   * files without an address compress better.
   */
  readonly pictured?: boolean;
}

/** @param path - the page's path, if it has one. */
export const wholePage = (stage: Stage, page: Page, path?: string): Html => html`<!doctype html>
<html lang="en" ${stageAttributes(stage)}>
<head>
${head(page, path)}
${links(page)}
</head>
<body>
<header class="row bar">
  ${siteNavigation(stage, path)}${page.aside}
</header>
<main id="main">${page.content}</main>
${siteFooter(stage)}</body>
</html>
`;

/** What scripts know of the stage. */
const stageAttributes = ({ keys, contact }: Stage): Html =>
  html`data-key-policy="${keys.policy}"${contact && html` data-contact="${contact}"`}`;

const siteFooter = ({ contact }: Stage): Html => html`<footer class="row foot">
  <a href="https://spdx.org/licenses/${manifest.license}">${manifest.license} licence</a>
  <a href="/v1/health">Health</a>${
    contact &&
    html`
  <a href="mailto:${encodeURI(contact)}">Contact</a>`
  }
</footer>
`;

const head = (
  { title, description, pictured }: Page,
  path?: string,
): Html => html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${description}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="Amplify">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
${pictured && picture(placeholder('BASE_URL'), path)}<link rel="alternate" type="text/markdown" href="/docs.md">
<link rel="service-desc" type="application/json" href="/openapi.json">
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" type="image/svg+xml" href="${assetPath('icon.svg')}">`;

const links = ({ style, script, display }: Page): Html =>
  html`${
    display &&
    html`<link rel="preload" href="${assetPath('archivo-black.woff2')}" as="font" type="font/woff2" crossorigin>
`
  }<link rel="stylesheet" href="${assetPath(`${style}.css`)}">${
    script &&
    html`<script type="module" blocking="render" src="${assetPath(`${style}.js`)}"></script>`
  }`;

const picture = (
  site: string,
  path?: string,
): Html => html`<meta property="og:url" content="${site}${path}">
<meta property="og:image" content="${site}${assetPath('link-preview.png')}">
<meta property="og:image:alt" content="${example.text}, screamed.">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta name="twitter:card" content="summary_large_image">
<link rel="canonical" href="${site}${path}">
`;

/**
 * The logo, and links to the stage's pages: a row, or a menu on narrow screens.
 *
 * @param current - the path of the page itself, if it is one of them.
 */
const siteNavigation = (
  stage: Stage,
  current?: string,
): Html => html`<a class="hidden" href="#main">Skip to the content</a>
  <a class="row brand" href="/"><img src="${assetPath('icon.svg')}" alt="" width="28" height="28">Amplify</a>
  <button class="menu" type="button" popovertarget="pages">Menu</button>
  <nav id="pages" aria-label="Site" popover>${navigation(stage).map(
    ([path, label]) => html`
    <a href="${path}"${path === current && html` aria-current="page"`}>${label}</a>`,
  )}
  </nav>`;

/** What new accounts get. */
export const offerText = ({ accounts, plans }: IssuedKeys): string => {
  const plan = plans.find(({ name }) => name === accounts.firstPlan) as Plan;
  return `Free: ${accounts.activeKeys} keys, each with ${quotaInWords(plan)}.`;
};

/** The field for the visitor's key, and the form that it sends. It takes what HTTP allows in a header's value. */
export const keyField = ({ keys }: Stage, note: Part, form?: string): Html => {
  const isSecret = keys.policy === 'issued';
  return html`<fieldset class="row key" disabled>
<label for="key">Your API key</label>
<input id="key" type="${isSecret ? 'password' : 'text'}"${form && html` form="${form}"`} pattern=" *[!-~]([ -~]*[!-~])? *" title="only ASCII letters, digits and punctuation" autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="key-note">
${isSecret && html`<label class="row"><input id="show-key" type="checkbox">&nbsp;Show<span class="hidden"> the key</span></label>`}
<p class="soft" id="key-note" role="status">${isSecret ? html`The code reads it from <code>AMPLIFY_KEY</code>.` : 'Any key works, and each has its own quota.'} ${note}</p>
</fieldset>`;
};
