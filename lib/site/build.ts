/** Makes the folder that is the site's function: what Lambda unpacks, and what the local server runs. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { buildSync } from 'esbuild';
import type { ContentCoding } from '../../functions/site/content-coding.ts';
import type { Entry } from '../../functions/site/file-answer.ts';
import { bundling } from '../settings/bundling.ts';
import { dashboardPath } from '../settings/sign-in.ts';
import type { sitePaths } from '../settings/site-routes.ts';
import type { Stage } from '../settings/stages.ts';
import { fingerprint } from './assets.ts';
import { baseUrl, siteFiles } from './files.ts';
import { redirect, revalidated } from './page-headers.ts';

/**
 * Builds a stage's site: the bundle, and under `site/` every file as it is and in each coding, with
 * `entries.json`, which says what stands at which path, and holds what names the base address. The same
 * sources make the same folder.
 *
 * @throws {Error} when a source does not build, or a page refers to a file that there is not.
 */
export const buildSite = (stage: Stage, folder: string): void => {
  buildSync({
    ...bundling,
    entryPoints: ['functions/site.ts'],
    outfile: join(folder, 'index.mjs'),
  });
  mkdirSync(join(folder, 'site'));
  const entries: Record<string, Entry> = {
    '/': home,
    ...(stage.keys.policy === 'issued' && { [signInPath]: signIn }),
  };
  for (const { path, name, headers, content } of siteFiles(stage)) {
    if (content.includes(baseUrl)) {
      entries[path] = { status: 200, headers, body: content.toString() };
      continue;
    }
    const file = join(folder, 'site', name);
    writeFileSync(file, content);
    for (const [coding, encode] of Object.entries(encoders)) {
      writeFileSync(`${file}.${coding}`, encode(content));
    }
    const ETag = `W/"${fingerprint(content)}"`;
    entries[path] = { status: 200, headers: { ...headers, ETag }, file: name };
  }
  writeFileSync(join(folder, 'site', 'entries.json'), JSON.stringify(entries));
};

/** Where the dashboard learns how callers sign in. */
const signInPath: (typeof sitePaths)[number] = `${dashboardPath}/sign-in.json`;

/** The function puts the names' values in when it starts. */
const signIn: Entry = {
  status: 200,
  headers: revalidated('application/json'),
  body: JSON.stringify({ issuer: '{SIGN_IN_ISSUER}', client_id: '{SIGN_IN_CLIENT_ID}' }),
};

const home: Entry = { status: 302, headers: redirect('/docs') };

/** Brotli at quality 9: 10 and 11 save 7 and 8 % more, and take ten and thirty times as long. */
const encoders: Readonly<Record<ContentCoding, (content: Buffer) => Buffer>> = {
  br: (content) => brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (content) => gzipSync(content, { level: 9 }),
};
