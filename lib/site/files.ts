/** The site's files: what its function finds at which path. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describeApi } from '../openapi/description.ts';
import { dashboardPath } from '../settings/sign-in.ts';
import type { Stage } from '../settings/stages.ts';
import { type Asset, buildAssets, pagesFolder } from './assets.ts';
import { immutable, referencePage, revalidated, signInPage, strictPage } from './page-headers.ts';
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
  return [
    file('/docs', referencePage, page('docs.html', assets, stage)),
    file('/playground', strictPage, page('playground.html', assets, stage)),
    stage.keys.policy === 'issued'
      ? file(dashboardPath, signInPage, page('dashboard.html', assets, stage))
      : file(dashboardPath, strictPage, page('no-dashboard.html', assets, stage)),
    file(
      '/openapi.json',
      revalidated('application/json'),
      JSON.stringify(describeApi(stage, baseUrl)),
    ),
    ...assets.map(({ path, contentType, content }) => file(path, immutable(contentType), content)),
  ];
};

const file = (path: string, headers: SiteFile['headers'], content: Buffer | string): SiteFile => ({
  path,
  name: basename(path),
  headers,
  content: Buffer.from(content),
});

/** A page with the names of its assets, and what its script must know of the stage. */
const page = (name: string, assets: readonly Asset[], { keys }: Stage): string =>
  readFileSync(join(pagesFolder, name), 'utf8')
    .replace('<html', () => `<html ${stageAttributes(keys)}`)
    .replace('{STORED_TEXT}', storedText)
    .replace('{STORED_ANSWER}', storedAnswers.scream.body.result)
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
