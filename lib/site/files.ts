import { spawnSync } from 'node:child_process';
import { basename } from 'node:path';
import { dayMs } from '../../functions/quota/window.ts';
import type { NoRoutePage } from '../../functions/site/no-route.ts';
import { placeholder } from '../../functions/site/placeholders.ts';
import { describeApi } from '../openapi/description.ts';
import { dashboardPath, navigation, type pagePaths } from '../settings/site-routes.ts';
import type { Stage } from '../settings/stages.ts';
import { assets, generated, type SiteFile } from './assets.ts';
import type { ExampleKey } from './code-samples.ts';
import { readContents } from './contents.ts';
import { dashboard, noDashboard } from './dashboard/page.ts';
import { changelog, guide, guideMarkdown } from './document/page.ts';
import { noRouteMessage } from './message-page.ts';
import { type Page, type Site, wholePage } from './page.ts';
import { revalidated, strictPage } from './page-headers.ts';
import { playground } from './playground/page.ts';
import { referencePage } from './reference/page.ts';
import { docsMarkdown, llmsText } from './reference/reference-markdown.ts';

/** What the pages are built by. */
const pages: Readonly<Record<(typeof pagePaths)[number], (site: Site) => Page>> = {
  '/': playground,
  '/docs': referencePage,
  '/guide': guide,
  '/changelog': changelog,
  [dashboardPath]: ({ stage: { keys } }) =>
    keys.policy === 'issued' ? dashboard(keys) : noDashboard(),
};

export const siteFiles = (stage: Stage): readonly SiteFile[] => {
  const description = describeApi(stage, placeholder('BASE_URL'));
  const reference = readContents(description);
  const key = exampleKeys[stage.keys.policy];
  const made = Object.entries(pages).map(
    ([path, make]) => [path, make({ stage, key, reference })] as const,
  );
  const summaries = navigation(stage).map(
    ([path, label]) => [path, label, String(new Map(made).get(path)?.description)] as const,
  );
  const docs = docsMarkdown(reference, key, guideMarkdown(stage));
  return [
    ...made.map(([path, page]) =>
      file(path, page.headers ?? strictPage, wholePage(stage, page, path).markup),
    ),
    file('/openapi.json', revalidated('application/json'), JSON.stringify(description)),
    file('/docs.md', revalidated('text/markdown; charset=utf-8'), docs),
    file('/llms.txt', textHeaders, llmsText(reference, summaries)),
    ...(stage.contact
      ? [file('/.well-known/security.txt', textHeaders, securityText(stage.contact))]
      : []),
    file('/favicon.ico', revalidated('image/x-icon'), generated('favicon.ico')),
    ...assets(),
  ];
};

export const noRoutePage = (stage: Stage): NoRoutePage => ({
  headers: strictPage,
  body: wholePage(stage, noRouteMessage()).markup,
});

/** The key in examples: a demo key, or the variable that holds an issued one. */
const exampleKeys: Readonly<Record<Stage['keys']['policy'], ExampleKey>> = {
  demo: 'my-key',
  issued: { variable: 'AMPLIFY_KEY' },
};

const textHeaders = revalidated('text/plain; charset=utf-8');

/**
 * Where to report a vulnerability (RFC 9116). It expires 365 days after the commit, so that one commit makes the same
 * bytes; outside of git, after the build.
 */
const securityText = (contact: string): string => {
  const log = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: import.meta.dirname });
  const written = log.status === 0 ? 1_000 * Number(log.stdout) : Date.now();
  const expires = new Date(written + 365 * dayMs).toISOString();
  return `Contact: mailto:${encodeURI(contact)}\nExpires: ${expires}\n`;
};

const file = (path: string, headers: SiteFile['headers'], content: Buffer | string): SiteFile => ({
  path,
  name: basename(path) || 'home',
  headers,
  content: Buffer.from(content),
});
