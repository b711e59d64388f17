/** The functions' bundles in memory, by the same settings on a laptop as in AWS. */
import path from 'node:path';
import type { BuildOptions, Metafile, OutputFile } from 'esbuild';
import { bundling } from './bundling.ts';

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
    entryPoints: names.map((name) => path.join(functions, `${name}.ts`)),
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
