/** The site's files by path. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { RefusalPage } from '../../functions/site/no-route.ts';
import { dashboardPath } from '../infrastructure/settings/sign-in.ts';
import { navigation, playgroundPath } from '../infrastructure/settings/site-routes.ts';
import type { Stage } from '../infrastructure/settings/stages.ts';
import { describeApi } from '../openapi/description.ts';
import { type Asset, pagesFolder } from './assets.ts';
import { documentPage } from './document.ts';
import { favicon } from './favicon.ts';
import { immutable, revalidated, signInPage, strictPage } from './page-headers.ts';
import { type About, pageHead, siteNavigation } from './page-parts.ts';
import type { Call } from './pages/curl.ts';
import { voices } from './pages/playground/voices.ts';
import { docsMarkdown } from './reference/docs-markdown.ts';
import type { ExampleKey } from './reference/example-call.ts';
import { llmsText } from './reference/llms-text.ts';
import { type Html, html } from './reference/markup.ts';
import { referencePage } from './reference/page.ts';
import { contentsOf } from './reference/read-description.ts';
import { callSamples, samplesBlock } from './reference/samples.ts';
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
    description: 'Make your own API keys, and see how they are used.',
  },
  noDashboard: {
    title: 'Amplify: dashboard',
    description: 'Where callers create their own keys, on stages that ask for one.',
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
  const page = (path: string, source: string, said: About, parts: Parts) =>
    file(path, strictPage, pageOf(source, assets, stage, path, said, parts));
  /** A page whose link preview has a picture. */
  const pictured = (path: string, source: string, said: About, parts: Parts) =>
    page(path, source, { ...said, address: baseUrl + path }, parts);
  return [
    pictured(
      playground,
      'shell.html',
      about.playground,
      staged('playground', samplesBlock('code', 'the code', callSamples(storedCall(key)))),
    ),
    pictured('/docs', 'shell.html', about.docs, {
      LINKS: interactive,
      CONTENT: referencePage(contents, key),
    }),
    pictured('/guide', 'shell.html', about.guide, {
      LINKS: interactive,
      CONTENT: html`${documentPage(stage, 'docs/client.md', baseUrl)}
<output class="hidden" id="said"></output>`,
    }),
    pictured('/changelog', 'shell.html', about.changelog, {
      LINKS: documentStyle,
      CONTENT: documentPage(stage, 'CHANGELOG.md', baseUrl),
    }),
    ...(stage.keys.policy === 'issued'
      ? [
          pictured('/', 'shell.html', about.home, staged('home', firstCall(key))),
          { ...page(dashboardPath, 'dashboard.html', about.dashboard, {}), headers: signInPage },
        ]
      : [
          page(
            dashboardPath,
            'shell.html',
            about.noDashboard,
            screamed('No key needed', noKeyNeeded),
          ),
        ]),
    file('/openapi.json', revalidated('application/json'), JSON.stringify(description)),
    file('/docs.md', revalidated('text/markdown; charset=utf-8'), docsMarkdown(contents, key)),
    file(
      '/llms.txt',
      revalidated('text/plain; charset=utf-8'),
      llmsText(contents, key, playground),
    ),
    file('/favicon.ico', revalidated('image/x-icon'), favicon()),
    ...assets.map(({ path, contentType, content }) => file(path, immutable(contentType), content)),
  ];
};

/** The page for an unknown path or a wrong method. */
export const refusalPage = (stage: Stage, assets: readonly Asset[]): RefusalPage => ({
  headers: strictPage,
  body: pageOf(
    'shell.html',
    assets,
    stage,
    undefined,
    about.refusal,
    screamed('{TITLE}', refusal(stage)),
  ),
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

/** The texts that replace names in braces in a page. */
type Parts = Readonly<Record<string, Html>>;

/** The example and the fields, of the home and of the playground. */
const example: Parts = {
  STORED_TEXT: html`${storedText}`,
  STORED_ANSWER: html`${storedAnswers.scream.result}`,
  VOICES: voiceChoice,
  SLIDERS: sliders,
};

const documentStyle = html`<link rel="stylesheet" href="./docs.css">`;

/** For the form and the tabs, which would shift what is below if they came later. */
const interactive = html`${documentStyle}<script type="module" blocking="render" src="./docs.ts"></script>`;

const displayStyle = (
  name: string,
): Html => html`<link rel="preload" href="./archivo-black.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="./${name}.css">`;

/** A page whose script shows texts on the stage. */
const staged = (name: 'home' | 'playground', samples: Html): Parts => ({
  LINKS: html`${displayStyle(name)}
<script type="module" src="./${name}.ts"></script>`,
  CONTENT: { markup: filled(`${name}.html`, { ...example, SAMPLES: samples }) },
});

/** A page that screams its title as the playground does. */
const screamed = (title: string, content: Html): Parts => ({
  LINKS: displayStyle('home'),
  CONTENT: html`
<div class="stage" data-look="scream"><h1 id="answer">${title}!!!</h1></div>
${content}
`,
});

const noKeyNeeded = html`<p>There are no accounts here, since any key works: choose one, and try it in the <a href="/">playground</a>.</p>`;

/** The function inserts the title and the detail. */
const refusal = (stage: Stage): Html => html`<p>{DETAIL}</p>
<p class="links">${navigation(stage).map(([path, label]) => html`<a href="${path}">${label}</a> `)}</p>`;

/** The call of the example. */
const storedCall = (key: ExampleKey): Call => ({
  url: `${baseUrl}/v1/scream`,
  key,
  body: JSON.stringify({ text: storedText, intensity: voices.scream.setting.initial }),
});

/** The shortest call, in each language. */
const firstCall = (key: ExampleKey): Html =>
  samplesBlock(
    'first',
    'your first request',
    callSamples({ url: `${baseUrl}/v1/shout`, key, body: '{"text":"hello"}' }),
  );

/** A file with its parts. */
const filled = (source: string, parts: Parts): string =>
  readFileSync(join(pagesFolder, source), 'utf8').replace(
    /\{([A-Z_]+)\}/g,
    (placeholder, part: string) => parts[part]?.markup ?? placeholder,
  );

/** A page with its parts, the paths of its assets, and the settings of the stage. */
const pageOf = (
  source: string,
  assets: readonly Asset[],
  stage: Stage,
  path: string | undefined,
  said: About,
  others: Parts = {},
): string => {
  const parts: Parts = { HEAD: pageHead(said), NAVIGATION: siteNavigation(stage, path), ...others };
  return filled(source, parts)
    .replace('<html', () => `<html ${stageAttributes(stage.keys)}`)
    .replace(/(?<=(?:href|src)="|\{BASE_URL\})\.\/([^"]*)/g, (_, name: string) => {
      const asset = assets.find((candidate) => candidate.source === name);
      if (asset === undefined) throw new Error(`${source} refers to ${name}, which is no asset.`);
      return asset.path;
    });
};

const stageAttributes = (keys: Stage['keys']): string => {
  const contact = keys.policy === 'issued' ? keys.accounts.contact : undefined;
  const attributes = { 'key-policy': keys.policy, ...(contact && { contact }) };
  return Object.entries(attributes)
    .map(
      ([name, value]) =>
        `data-${name}="${value.replace(/[&"]/g, (sign) => `&#${sign.charCodeAt(0)};`)}"`,
    )
    .join(' ');
};
