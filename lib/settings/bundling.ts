/** Builds functions, for the stack, the local server, the rehearsal and the benchmark alike. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import { replacements } from '../../functions/cold-start/replacements.ts';
import { endpoints } from './endpoints.ts';
import { probeFunction, signUpFunction } from './functions.ts';

/**
 * The settings for esbuild, without input and output.
 *
 * No source maps: Lambda doesn't read them, and the local paths in them would make CloudFormation deploy an
 * unchanged function. Data files are copied beside the bundle, and loaded on demand. The replacements
 * shorten the cold start.
 */
export const bundling = {
  absWorkingDir: fileURLToPath(new URL('../..', import.meta.url)),
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  mainFields: ['module', 'main'],
  minify: true,
  logLevel: 'warning',
  loader: { '.data.json': 'copy' },
  alias: Object.fromEntries(
    Object.entries(replacements).map(([name, file]) => [name, `./functions/cold-start/${file}`]),
  ),
  // An import of what a replacement lacks.
  logOverride: { 'import-is-undefined': 'error' },
} satisfies BuildOptions;

export interface Bundle {
  /** The ES module that exports `handler`. */
  readonly code: string;
  /** The data files that it loads on demand, by name. */
  readonly files: Readonly<Record<string, string>>;
}

/** By function name. */
export type Bundles = ReadonlyMap<string, Bundle>;

const functions = path.join(import.meta.dirname, '../../functions');

/** Endpoints' functions have their folders under `functions/endpoints/`, others under `functions/`. */
const folderOf = (name: string): string =>
  path.join(
    functions,
    endpoints.some((endpoint) => endpoint.name === name) ? 'endpoints' : '',
    name,
  );

/** The settings for building functions in memory. */
export const inMemory = (names: readonly string[]) =>
  ({
    ...bundling,
    entryPoints: names.map((name) => ({
      in: path.join(folderOf(name), 'handler.ts'),
      out: name,
    })),
    outdir: functions,
    write: false,
    metafile: true,
  }) satisfies BuildOptions;

/**
 * Builds functions in memory.
 *
 * @param names - by default, all but the site's, which `buildSite` builds.
 * @throws {Error} if one does not build.
 */
export const buildFunctions = async (names = allFunctions): Promise<Bundles> => {
  const { outputFiles, metafile } = await build({ ...inMemory(names), logLevel: 'silent' });
  const texts = new Map(outputFiles.map((file) => [path.basename(file.path), file.text]));
  const textOf = (file: string): [string, string] => {
    const name = path.basename(file);
    return [name, String(texts.get(name))];
  };
  return new Map(
    Object.entries(metafile.outputs)
      .filter(([, { entryPoint }]) => entryPoint)
      .map(([file, { imports }]) => {
        const [name, code] = textOf(file);
        const beside = imports.filter(({ external }) => !external);
        const files = Object.fromEntries(beside.map((one) => textOf(one.path)));
        return [path.basename(name, '.js'), { code, files }];
      }),
  );
};

const allFunctions: readonly string[] = [...endpoints, signUpFunction, probeFunction].map(
  ({ name }) => name,
);
