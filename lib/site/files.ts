/** The site's files by path. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { RefusalPage } from '../../functions/site/no-route.ts';
import { describeApi } from '../openapi/description.ts';
import { dashboardPath } from '../settings/sign-in.ts';
import { navigation, playgroundPath } from '../settings/site-routes.ts';
import type { Stage } from '../settings/stages.ts';
import { type Asset, pagesFolder } from './assets.ts';
import { documentPage } from './document.ts';
import { generated } from './generated.ts';
import { type Html, html } from './html.ts';
import { immutable, revalidated, signInPage, strictPage } from './page-headers.ts';
import { languages } from './pages/code.ts';
import { contentsOf } from './reference/contents.ts';
import { docsMarkdown, llmsText } from './reference/markdown-texts.ts';
import { referencePage } from './reference/page.ts';
import { callSamples, type ExampleKey, samplesBlock } from './reference/samples.ts';
import { type About, type Body, shell } from './shell.ts';
import { storedAnswers, storedText } from './stored-answers.ts';
import { sliders, voiceChoice } from './voice-parts.ts';

export interface SiteFile {
  readonly path: string;
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly content: Buffer;
}

/** Placeholder for the base address of the API, which the function inserts when it starts. */
export const baseUrl = '{BASE_URL}';

/** The pages' titles and descriptions. */
const about = {
  playground: {
    title: 'Amplify: say it louder',
    description: 'Type a text, and hear it whispered, emphasized, shouted or screamed.',
  },
  home: {
    title: 'Amplify: a text API that shouts',
    description:
      'An API that whispers, emphasizes, shouts and screams your texts. Get a key, and try it.',
  },
  docs: {
    title: 'Amplify: API reference',
    description:
      'The reference of Amplify, a text API that shouts, screams, whispers and emphasizes. Try each endpoint on the page.',
  },
  guide: {
    title: 'Amplify: guide',
    description: 'How to call the API: keys, errors, the quota, and a typed client.',
  },
  changelog: {
    title: 'Amplify: changelog',
    description: 'What changed for callers of the API, version by version.',
  },
  dashboard: {
    title: 'Amplify: dashboard',
    description: 'Where callers create API keys, if they need one, and see how these are used.',
  },
  refusal: { title: 'Amplify: {TITLE}', description: 'This address has no page.' },
} as const satisfies Record<string, About>;

/**
 * All files of a stage's site.
 *
 * @throws {Error} if a page refers to a missing file.
 */
export const siteFiles = (stage: Stage, assets: readonly Asset[]): readonly SiteFile[] => {
  const description = describeApi(stage, baseUrl);
  const contents = contentsOf(description);
  const key = exampleKeys[stage.keys.policy];
  const playground = playgroundPath(stage);
  const page = (path: string, said: About, body: Body, headers = strictPage) =>
    file(path, headers, withPaths(assets, shell(stage, said, body, path)));
  /** A page whose link preview has a picture. */
  const pictured = (path: string, said: About, body: Body) =>
    page(path, { ...said, address: baseUrl + path }, body);
  return [
    pictured(playground, about.playground, staged('playground', drawerSamples)),
    pictured('/docs', about.docs, {
      links: interactive,
      content: referencePage(contents, key),
    }),
    pictured('/guide', about.guide, {
      links: interactive,
      content: documentPage(stage, 'docs/client.md', baseUrl),
    }),
    pictured('/changelog', about.changelog, {
      links: documentStyle,
      content: documentPage(stage, 'CHANGELOG.md', baseUrl),
    }),
    ...(stage.keys.policy === 'issued'
      ? [
          pictured('/', about.home, staged('home', firstCall(key))),
          page(dashboardPath, about.dashboard, dashboard(), signInPage),
        ]
      : [page(dashboardPath, about.dashboard, screamed('No key needed', noKeyNeeded))]),
    file('/openapi.json', revalidated('application/json'), JSON.stringify(description)),
    file('/docs.md', revalidated('text/markdown; charset=utf-8'), docsMarkdown(contents, key)),
    file(
      '/llms.txt',
      revalidated('text/plain; charset=utf-8'),
      llmsText(contents, key, playground),
    ),
    file('/favicon.ico', revalidated('image/x-icon'), generated('favicon.ico')),
    ...assets.map(({ path, contentType, content }) => file(path, immutable(contentType), content)),
  ];
};

/** The page for an unknown path or a wrong method. */
export const refusalPage = (stage: Stage, assets: readonly Asset[]): RefusalPage => ({
  headers: strictPage,
  body: withPaths(assets, shell(stage, about.refusal, screamed('{TITLE}', refusal(stage)))),
});

/** The key in examples: a demo key, or the variable that holds an issued one. */
const exampleKeys: Readonly<Record<Stage['keys']['policy'], ExampleKey>> = {
  demo: 'my-key',
  issued: { variable: 'AMPLIFY_KEY' },
};

const file = (path: string, headers: SiteFile['headers'], content: Buffer | string): SiteFile => ({
  path,
  name: basename(path) || 'home',
  headers,
  content: Buffer.from(content),
});

/** The contents for the names in braces in a page's file. */
type Parts = Readonly<Record<string, Html>>;

/** The example and the fields, of the home and of the playground. */
const example: Parts = {
  STORED_TEXT: html`${storedText}`,
  STORED_ANSWER: html`${storedAnswers.scream.result}`,
  VOICES: voiceChoice,
  SLIDERS: sliders,
};

const documentStyle = html`<link rel="stylesheet" href="./docs.css">`;

/** Runs before the first paint. What it adds later would move the content below. */
const earlyScript = (name: string): Html =>
  html`<script type="module" blocking="render" src="./${name}.ts"></script>`;

const interactive = html`${documentStyle}${earlyScript('docs')}`;

const displayStyle = (
  name: string,
): Html => html`<link rel="preload" href="./archivo-black.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="./${name}.css">`;

/** A page whose script shows texts on the stage. */
const staged = (name: 'home' | 'playground', samples: Html): Body => ({
  links: html`${displayStyle(name)}
<script type="module" src="./${name}.ts"></script>`,
  content: contentFrom(`${name}.html`, { ...example, SAMPLES: samples }),
});

const dashboard = (): Body => ({
  links: html`<link rel="stylesheet" href="./dashboard.css">${earlyScript('dashboard')}`,
  aside: html`
  <div class="who" id="who" hidden>
    <bdi id="who-email"></bdi>
    <button class="quiet" id="sign-out" type="button">Sign out</button>
  </div>`,
  content: contentFrom('dashboard.html'),
});

/** A page that screams its title as the playground does. */
const screamed = (title: string, content: Html): Body => ({
  links: displayStyle('home'),
  content: html`
<div class="stage" data-look="scream"><h1 id="answer">${title}!!!</h1></div>
${content}
`,
});

const noKeyNeeded = html`<p>There are no accounts here, since any key works: choose one, and try it in the <a href="/">playground</a>.</p>`;

/** The function inserts the title and the detail. */
const refusal = (stage: Stage): Html => html`<p>{DETAIL}</p>
<p class="row links">${navigation(stage).map(([path, label]) => html`<a href="${path}">${label}</a> `)}</p>`;

/** The script that opens the drawer writes the code. */
const drawerSamples = samplesBlock(
  'code',
  'the code',
  languages.map(({ id, title }) => ({ language: id, title, code: '' })),
);

/** The shortest call, in each language. */
const firstCall = (key: ExampleKey): Html =>
  samplesBlock(
    'first',
    'your first request',
    callSamples({ url: `${baseUrl}/v1/shout`, key, body: '{"text":"hello"}' }),
  );

/** A page's content from its file. */
const contentFrom = (source: string, parts: Parts = {}): Html => ({
  markup: readFileSync(join(pagesFolder, source), 'utf8').replace(
    /\{([A-Z_]+)\}/g,
    (placeholder, part: string) => parts[part]?.markup ?? placeholder,
  ),
});

/** A page with the paths of its assets. */
const withPaths = (assets: readonly Asset[], { markup }: Html): string =>
  markup.replace(/(?<=(?:href|src)="|\{BASE_URL\})\.\/([^"]*)/g, (_, name: string) => {
    const asset = assets.find(({ source }) => source === name);
    if (asset === undefined) throw new Error(`A page refers to the unknown asset ${name}.`);
    return asset.path;
  });
