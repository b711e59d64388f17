/** The site's files: what its function finds at which path. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describeApi } from '../openapi/description.ts';
import { dashboardPath } from '../settings/sign-in.ts';
import type { Stage } from '../settings/stages.ts';
import { type Asset, buildAssets, pagesFolder } from './assets.ts';
import { immutable, revalidated, signInPage, strictPage } from './page-headers.ts';
import { docsMarkdown } from './reference/docs-markdown.ts';
import type { ExampleKey } from './reference/example-call.ts';
import { llmsText } from './reference/llms-text.ts';
import { type Html, html } from './reference/markup.ts';
import { referencePage } from './reference/page.ts';
import { contentsOf } from './reference/read-description.ts';
import { storedAnswers, storedText } from './stored-answers.ts';

/** A file of the site. */
export interface SiteFile {
  readonly path: string;
  /** Its name among the site's files. */
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly content: Buffer;
}

/** Stands in a file for the base address of the API, which the function knows when it starts. */
export const baseUrl = '{BASE_URL}';

/**
 * Every file of a stage's site.
 *
 * @throws {Error} when a source does not build, or a page refers to a file that there is not.
 */
export const siteFiles = (stage: Stage): readonly SiteFile[] => {
  const assets = buildAssets();
  const description = describeApi(stage, baseUrl);
  const contents = contentsOf(description);
  const key = exampleKeys[stage.keys.policy];
  const page = (name: string, parts: Parts = {}) => pageOf(name, assets, stage, parts);
  return [
    file('/docs', strictPage, page('docs.html', { REFERENCE: referencePage(contents, key) })),
    file('/playground', strictPage, page('playground.html', example)),
    stage.keys.policy === 'issued'
      ? file(dashboardPath, signInPage, page('dashboard.html'))
      : file(dashboardPath, strictPage, page('no-dashboard.html')),
    file('/openapi.json', revalidated('application/json'), JSON.stringify(description)),
    file('/docs.md', revalidated('text/markdown; charset=utf-8'), docsMarkdown(contents, key)),
    file('/llms.txt', revalidated('text/plain; charset=utf-8'), llmsText(contents, key)),
    ...assets.map(({ path, contentType, content }) => file(path, immutable(contentType), content)),
  ];
};

/** What stands for the key in examples: one that anybody may know, or the place where a secret one is kept. */
const exampleKeys: Readonly<Record<Stage['keys']['policy'], ExampleKey>> = {
  demo: 'my-key',
  issued: { variable: 'AMPLIFY_KEY' },
};

const file = (path: string, headers: SiteFile['headers'], content: Buffer | string): SiteFile => ({
  path,
  name: basename(path),
  headers,
  content: Buffer.from(content),
});

/** What is put into a page where its name stands in braces. */
type Parts = Readonly<Record<string, Html>>;

/** With what the playground opens. */
const example: Parts = {
  STORED_TEXT: html`${storedText}`,
  STORED_ANSWER: html`${storedAnswers.scream.result}`,
};

/** A page with its parts, the names of its assets, and what its script must know of the stage. */
const pageOf = (name: string, assets: readonly Asset[], { keys }: Stage, parts: Parts): string =>
  readFileSync(join(pagesFolder, name), 'utf8')
    .replace('<html', () => `<html ${stageAttributes(keys)}`)
    .replace(/\{([A-Z_]+)\}/g, (placeholder, part: string) => parts[part]?.markup ?? placeholder)
    .replace(/(?<=(?:href|src)="|\{BASE_URL\})\.\/([^"]*)/g, (_, source: string) => {
      const asset = assets.find((candidate) => candidate.source === source);
      if (asset === undefined) throw new Error(`${name} refers to ${source}, which is no asset.`);
      return asset.path;
    });

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
