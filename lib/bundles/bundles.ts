/** Builds functions, for the stack, the local server, the rehearsal and the benchmark alike. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { endpoints } from '../settings/endpoints.ts';
import { allFunctions } from '../settings/functions.ts';

/**
 * The settings for esbuild, without input and output.
 *
 * No source maps: Lambda doesn't read them, and the local paths in them would make CloudFormation deploy an
 * unchanged function. Data files are copied beside the bundle, and loaded on demand.
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
} satisfies BuildOptions;

interface Bundle {
  /** The ES module that exports `handler`. */
  readonly code: string;
  /** The data files that it loads on demand, by name. For the local server, also its source map. */
  readonly files: Readonly<Record<string, string>>;
}

/** By function name. */
export type Bundles = ReadonlyMap<string, Bundle>;

const functions = path.join(import.meta.dirname, '../../functions');

const settingsFile = 'functions/aws/runtime-config.ts';

/**
 * Builds the SDK for Lambda, where it has one variant for Node and one for browsers: its clients get the settings of
 * `functions/aws/runtime-config.ts`, and some of its modules are those for browsers, which read no files: 3 ms of a
 * start and 9 KB (`npm run bench`). All that a command does stays the SDK's own.
 *
 * A build fails if it has a client without these settings.
 */
const sdkForLambda: Plugin = {
  name: 'sdk-for-lambda',
  setup: ({ onLoad, onResolve, onEnd, resolve }) => {
    const nodeSettings = /[\\/]client-[\w-]+[\\/]dist-es[\\/]runtimeConfig\.js$/;
    onLoad({ filter: nodeSettings }, ({ path: file }) => ({
      contents: `
        import { getRuntimeConfig as shared } from './runtimeConfig.shared';
        import { runtimeConfig } from ${JSON.stringify(path.join(bundling.absWorkingDir, settingsFile))};
        export const getRuntimeConfig = (config) => runtimeConfig(config, shared(config));`,
      resolveDir: path.dirname(file),
    }));

    const withVariant =
      /^@(?:smithy\/core\/(?:config|endpoints)|aws-sdk\/core\/(?:client|httpAuthSchemes))$/;
    const forNode = {};
    onResolve({ filter: withVariant }, async ({ path: name, kind, resolveDir, pluginData }) => {
      if (pluginData === forNode) return undefined;
      const resolved = await resolve(name, { kind, resolveDir, pluginData: forNode });
      return { ...resolved, path: resolved.path.replace(/index\.js$/, 'index.browser.js') };
    });

    // No command that functions call streams events: 4 ms of a start and 18 KB (`npm run bench`).
    onResolve({ filter: /^@smithy\/core\/event-streams$/ }, ({ path: name, kind }) =>
      kind === 'dynamic-import' ? { path: name, external: true } : undefined,
    );

    onEnd(({ metafile }) => {
      const files = Object.keys(metafile?.inputs ?? {});
      const clients = files.flatMap((file) => /.*\/@aws-sdk\/client-[\w-]+\//.exec(file) ?? []);
      const unchanged = [...new Set(clients)].filter(
        (client) => !files.includes(`${client}dist-es/runtimeConfig.js`),
      );
      const text = `has other settings than ${settingsFile}: look for its runtimeConfig.js`;
      return { errors: unchanged.map((client) => ({ text: `${client} ${text}` })) };
    });
  },
};

/** The settings for functions, which use the SDK. */
export const sdkBundling = {
  ...bundling,
  metafile: true,
  plugins: [sdkForLambda],
  alias: { 'node:http': './functions/aws/node-http.ts' },
  // An import of what `node-http.ts` lacks.
  logOverride: { 'import-is-undefined': 'error' },
} satisfies BuildOptions;

/** The settings for building functions in memory. Those of endpoints are in `functions/endpoints/`. */
export const inMemory = (names: readonly string[]) =>
  ({
    ...sdkBundling,
    entryPoints: names.map((name) => {
      const parent = endpoints.some((endpoint) => endpoint.name === name) ? 'endpoints' : '';
      return { in: path.join(functions, parent, name, 'handler.ts'), out: name };
    }),
    outdir: functions,
    write: false,
  }) satisfies BuildOptions;

/**
 * Builds functions in memory.
 *
 * @param names - by default, all but the site's, which `buildSite` builds.
 * @param sourcemap - `external` adds a source map, and changes no code.
 * @throws {Error} if one does not build.
 */
export const buildFunctions = async (
  names: readonly string[] = allFunctions.map(({ name }) => name),
  sourcemap: 'external' | false = false,
): Promise<Bundles> => {
  const sourceRoot = pathToFileURL(`${functions}/`).href;
  const options = { ...inMemory(names), sourcemap, sourceRoot, sourcesContent: false };
  const { outputFiles, metafile } = await build({ ...options, logLevel: 'silent' });
  const texts = new Map(outputFiles.map((file) => [path.basename(file.path), file.text]));
  return new Map(
    names.map((name) => {
      const imports = metafile.outputs[`functions/${name}.js`]?.imports ?? [];
      const beside = imports.filter(({ external }) => !external);
      const dataFiles = beside.map((file) => path.basename(file.path));
      const files = Object.fromEntries(dataFiles.map((file) => [file, String(texts.get(file))]));
      const map = texts.get(`${name}.js.map`);
      if (map !== undefined) files['index.mjs.map'] = map;
      return [name, { code: String(texts.get(`${name}.js`)), files }];
    }),
  );
};

/** Writes the bundle of a function, by its name, into a folder. */
export const writeBundle = (bundles: Bundles, name: string, folder: string): void => {
  const bundle = bundles.get(name);
  if (bundle === undefined) throw new Error(`lib/bundles/bundles.ts builds no "${name}".`);
  for (const [file, text] of Object.entries({ 'index.mjs': bundle.code, ...bundle.files })) {
    writeFileSync(path.join(folder, file), text);
  }
};
