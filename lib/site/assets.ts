/** The scripts, styles and pictures of the pages. Their names change with their content. */
import { createHash } from 'node:crypto';
import { basename, join, parse } from 'node:path';
import { buildSync } from 'esbuild';
import { generated, icon } from './generated.ts';
import { storedAnswers } from './stored-answers.ts';

/** The folder of the pages' sources. */
export const pagesFolder = join(import.meta.dirname, 'pages');

export interface Asset {
  /** The name by which a page's source refers to it, e.g. `playground.ts`. */
  readonly source: string;
  /** Its path on the site, e.g. `/assets/playground-<fingerprint>.js`. */
  readonly path: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** Half of the content's SHA-256, in hexadecimal. */
export const fingerprint = (content: Buffer): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 32);

/** The sources that esbuild bundles. */
const entryPoints = ['docs', 'home', 'playground', 'dashboard'].flatMap((name) => [
  `${name}.ts`,
  `${name}.css`,
]);

/**
 * Builds all assets.
 *
 * @throws {Error} if a source does not build. The message says where and why.
 */
export const buildAssets = (): readonly Asset[] => {
  const font = asset('archivo-black.woff2', generated('archivo-black.woff2'));
  const { outputFiles } = buildSync({
    absWorkingDir: pagesFolder,
    entryPoints,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    define: { STORED_EMPHASIS: JSON.stringify(storedAnswers.emphasize) },
    // `built` inserts its path.
    external: [`./${font.source}`],
    outdir: '.',
    write: false,
    logLevel: 'silent',
  });
  const built = new Map(
    outputFiles.map(({ path, text }) => [
      basename(path),
      Buffer.from(text.replace(`./${font.source}`, font.path)),
    ]),
  );
  return [
    ...entryPoints.map((source) => asset(source, built.get(scriptName(source)) as Uint8Array)),
    font,
    asset('playground.png', generated('link-preview.png')),
    asset('icon.svg', Buffer.from(icon)),
  ];
};

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

const asset = (source: string, bytes: Uint8Array): Asset => {
  const { name, ext } = parse(scriptName(source));
  const content = Buffer.from(bytes);
  return {
    source,
    path: `/assets/${name}-${fingerprint(content)}${ext}`,
    contentType: String(contentTypes[ext]),
    content,
  };
};

const scriptName = (source: string): string => source.replace(/\.ts$/, '.js');
