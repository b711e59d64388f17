/** Builds the folder of the site's function, for Lambda and the local server. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { buildSync } from 'esbuild';
import { type ContentCoding, type Entry, fingerprint } from '../../functions/site/file-response.ts';
import type { PathTable } from '../../functions/site/no-route.ts';
import { hasPlaceholders } from '../../functions/site/placeholders.ts';
import { bundling } from '../bundles/bundles.ts';
import { routeMethods, stageEndpoints } from '../settings/endpoints.ts';
import { siteMethods } from '../settings/site-routes.ts';
import type { Stage } from '../settings/stages.ts';
import { noRoutePage, siteFiles } from './files.ts';
import { redirect } from './page-headers.ts';

/**
 * Builds a stage's site: the function's bundle, and under `site/` each file in all codings, `entries.json`
 * (files and headers by path, and bodies that contain what only the deployment knows), `paths.json` (the methods of each path
 * of the stage) and `no-route-page.json` (the page for other requests). The same sources give the same folder.
 *
 * @throws {Error} if a source does not build, or a page links to neither the web nor the site.
 */
export const buildSite = (stage: Stage, folder: string): void => {
  buildSync({
    ...bundling,
    entryPoints: ['functions/site/handler.ts'],
    outfile: join(folder, 'index.mjs'),
  });
  mkdirSync(join(folder, 'site'));
  const entries: Record<string, Entry> = {
    '/playground': { status: 308, headers: redirect('/') },
  };
  for (const { path, name, headers, content } of siteFiles(stage)) {
    if (hasPlaceholders(content)) {
      entries[path] = { status: 200, headers, body: content.toString() };
      continue;
    }
    const file = join(folder, 'site', name);
    writeFileSync(file, content);
    for (const [coding, encode] of Object.entries(encoders)) {
      writeFileSync(`${file}.${coding}`, encode(content, name));
    }
    const ETag = `W/"${fingerprint(content)}"`;
    entries[path] = { status: 200, headers: { ...headers, ETag }, file: name };
  }
  for (const path of Object.keys(entries).filter(hasSlashlessName)) {
    entries[`${path}/`] = { status: 308, headers: redirect(path) };
  }
  writeFileSync(join(folder, 'site', 'entries.json'), JSON.stringify(entries));
  writeFileSync(
    join(folder, 'site', 'paths.json'),
    JSON.stringify(knownPaths(stage, Object.keys(entries))),
  );
  writeFileSync(join(folder, 'site', 'no-route-page.json'), JSON.stringify(noRoutePage(stage)));
};

/** Whether people may type the path with a slash at its end. */
const hasSlashlessName = (path: string): boolean => path !== '/' && !path.startsWith('/assets/');

/** The methods of all paths of a stage. */
const knownPaths = (stage: Stage, sitePaths: readonly string[]): PathTable => {
  const endpoints = Map.groupBy(stageEndpoints(stage), ({ path }) => path);
  return Object.fromEntries([
    ...sitePaths.map((path) => [path, siteMethods]),
    ...[...endpoints].map(([path, rows]) => [path, rows.flatMap(routeMethods)]),
  ]);
};

/** Brotli at quality 11 saves 8 % over 9, but is too slow for compressed files. */
const encoders: Readonly<Record<ContentCoding, (content: Buffer, name: string) => Buffer>> = {
  br: (content, name) => {
    const quality = /\.(?:ico|png|woff2)$/.test(name) ? 5 : constants.BROTLI_MAX_QUALITY;
    return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
  },
  gzip: (content) => gzipSync(content, { level: 9 }),
};
