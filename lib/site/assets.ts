/** The scripts, styles and pictures of the pages. Their paths change with their content. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { buildSync } from 'esbuild';
import { fingerprint } from '../../functions/site/file-response.ts';
import { immutable } from './page-headers.ts';

/** The folders of which esbuild bundles `script` and `style.css`. */
const bundles = ['document', 'playground', 'dashboard'] as const;

export type PageBundle = (typeof bundles)[number];

type AssetName =
  | `${PageBundle}.${'js' | 'css'}`
  | 'emphasis.js'
  | 'archivo-black.woff2'
  | 'icon.svg'
  | 'notices.txt'
  | 'link-preview.png';

export interface SiteFile<Name = string> {
  readonly name: Name;
  /** On the site. That of an asset has a fingerprint, e.g. `/assets/playground-<fingerprint>.js`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly content: Buffer;
}

type Asset = SiteFile<AssetName>;

let built: readonly Asset[] | undefined;

/**
 * Builds all assets, once.
 *
 * @throws {Error} if a source does not build. The message says where and why.
 */
export const assets = (): readonly Asset[] => {
  built ??= build();
  return built;
};

export const assetPath = (name: AssetName): string =>
  String(assets().find((asset) => asset.name === name)?.path);

const build = (): readonly Asset[] => {
  const font = asset('archivo-black.woff2', generated('archivo-black.woff2'));
  const { outputFiles, metafile } = buildSync({
    absWorkingDir: import.meta.dirname,
    entryPoints: [
      ...bundles.flatMap((name) => [
        { in: `./${name}/script`, out: name },
        { in: `./${name}/style.css`, out: name },
      ]),
      // Loaded on demand.
      { in: './playground/emphasis.ts', out: 'emphasis' },
    ],
    bundle: true,
    minify: true,
    format: 'esm',
    charset: 'utf8',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.data.json': 'json' },
    alias: { [font.name]: font.path },
    external: ['/assets/*'],
    outdir: '.',
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  const notices = asset('notices.txt', formatNotices(findPackages(metafile.inputs)));
  const note = `/* Licences: ${notices.path} */\n`;
  return [
    ...outputFiles.map(({ path, text }) => {
      const name = basename(path);
      const { inputs = {} } = metafile.outputs[name] ?? {};
      return asset(name as AssetName, findPackages(inputs).length > 0 ? note + text : text);
    }),
    font,
    notices,
    asset('link-preview.png', generated('link-preview.png')),
    asset('icon.svg', readFileSync(join(import.meta.dirname, 'shared/icon.svg'))),
  ];
};

/** The relative folders of the packages among the files that esbuild bundled. */
const findPackages = (inputs: object): readonly string[] => [
  ...new Set(
    Object.keys(inputs).flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []),
  ),
];

const formatNotices = (packages: readonly string[]): string =>
  packages
    .map((relative) => {
      const folder = join(import.meta.dirname, relative);
      const licence = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
      if (licence === undefined) throw new Error(`${folder} has no licence.`);
      return `${basename(folder)}\n\n${readFileSync(join(folder, licence), 'utf8')}`;
    })
    .join('\n\n');

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

const asset = (name: AssetName, data: Buffer | string): Asset => {
  const content = Buffer.from(data);
  const extension = extname(name);
  return {
    name,
    path: `/assets/${basename(name, extension)}-${fingerprint(content)}${extension}`,
    headers: immutable(String(contentTypes[extension])),
    content,
  };
};

/**
 * The link preview, the playground's example as a scream at 1200 × 630 pixels; `favicon.ico`, which is `icon.svg` at
 * 32 × 32 pixels; and the font, Archivo Black under the SIL Open Font License 1.1, a subset of the characters of
 * upper-case texts up to U+2BFF, without hinting, made by subset-font 2.9.0.
 */
const generatedFolder = join(import.meta.dirname, 'generated');

export const generated = (name: string): Buffer => readFileSync(join(generatedFolder, name));

/** The style that all pages share, for one outside of the site. */
export const readSharedStyle = (): string =>
  ['base', 'controls']
    .map((name) => readFileSync(join(import.meta.dirname, 'shared', `${name}.css`), 'utf8'))
    .join('');
