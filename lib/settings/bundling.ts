/**
 * How a function becomes a bundle: the same for the stack, the local server and the benchmark, so
 * that what runs on a laptop is byte for byte what is deployed.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions, Metafile, OutputFile } from 'esbuild';

const lean = './functions/aws/lean';

/**
 * The settings for esbuild: add what to build and where to.
 *
 * ES modules throughout, so that what is not used is left out. There are no source maps: Lambda never
 * reads them, and they name the place where they were made, by which CloudFormation would take the
 * same function for another.
 *
 * Data goes beside the bundle, in files that it loads when it needs them.
 *
 * The replacements under `alias` cut the time to the first answer; each says in its file how.
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
  alias: {
    '@aws-sdk/credential-provider-node': `${lean}/credentials.ts`,
    '@aws-sdk/token-providers': `${lean}/token-providers.ts`,
    '@smithy/core/checksum': `${lean}/checksum.ts`,
    '@smithy/core/config': `${lean}/config.ts`,
    '@smithy/core/event-streams': `${lean}/event-streams.ts`,
    '@smithy/node-http-handler': `${lean}/node-http-handler.ts`,
    'node:fs': `${lean}/node-fs.ts`,
    'node:http': `${lean}/node-http.ts`,
    'node:process': `${lean}/node-process.ts`,
  },
} satisfies BuildOptions;

/** A function's bundle. */
export interface Bundle {
  /** The ES module that exports `handler`. */
  readonly code: string;
  /** What it loads from beside it when it needs that, by the files' names. */
  readonly files: Readonly<Record<string, string>>;
}

/** A function's bundle by the function's name. */
export type Bundles = ReadonlyMap<string, Bundle>;

const functions = path.join(import.meta.dirname, '../../functions');

/** How the bundles of the functions named are built in memory. */
export const inMemory = (names: readonly string[]) =>
  ({
    ...bundling,
    entryPoints: names.map((name) => ({
      in: path.join(functions, name, 'handler.ts'),
      out: name,
    })),
    outdir: functions,
    write: false,
    metafile: true,
  }) satisfies BuildOptions;

/** The bundles among what was built. */
export const toBundles = (built: readonly OutputFile[], { outputs }: Metafile): Bundles => {
  const texts = new Map(built.map((file) => [path.basename(file.path), file.text]));
  const textOf = (file: string): [string, string] => {
    const name = path.basename(file);
    return [name, String(texts.get(name))];
  };
  return new Map(
    Object.entries(outputs)
      .filter(([, { entryPoint }]) => entryPoint)
      .map(([file, { imports }]) => {
        const [name, code] = textOf(file);
        const beside = imports.filter(({ external }) => !external);
        const files = Object.fromEntries(beside.map((one) => textOf(one.path)));
        return [path.basename(name, '.js'), { code, files }];
      }),
  );
};
