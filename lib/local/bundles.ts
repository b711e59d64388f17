/** Builds the functions' bundles in memory, by the settings that the stack deploys with. */
import path from 'node:path';
import { type BuildOptions, build, context, type Metafile, type OutputFile } from 'esbuild';
import { bundling } from '../settings/bundling.ts';
import { watchDelay } from './watch-files.ts';

/** A function's bundle. */
export interface Bundle {
  /** The ES module that exports `handler`. */
  readonly code: string;
  /** What it loads from beside it when it needs that, by the files' names. */
  readonly files: Readonly<Record<string, string>>;
}

/** A function's bundle by the function's name. */
export type Bundles = ReadonlyMap<string, Bundle>;

/**
 * Builds the bundles of the functions named.
 *
 * @throws {Error} when one does not build; the message says where and why.
 */
export const buildBundles = async (names: readonly string[]): Promise<Bundles> => {
  const { outputFiles, metafile } = await build({ ...inMemory(names), logLevel: 'silent' });
  return toBundles(outputFiles, metafile);
};

/**
 * Builds the bundles, again after every change of a file that goes into them, and hands them over: first as they
 * are, and then each time that some differ, with the names of those. When they do not build, the errors are printed and nothing is
 * handed over.
 *
 * @returns a function that ends the watching.
 */
export const watchBundles = async (
  names: readonly string[],
  onChange: (bundles: Bundles, changed: readonly string[]) => void,
): Promise<() => Promise<void>> => {
  let last: Bundles | undefined;
  const handOver = (bundles: Bundles) => {
    const changed = names.filter((name) => bundles.get(name)?.code !== last?.get(name)?.code);
    if (last === undefined) onChange(bundles, []);
    else if (changed.length > 0) onChange(bundles, changed);
    last = bundles;
  };
  const watching = await context({
    ...inMemory(names),
    plugins: [
      {
        name: 'hand over',
        setup: ({ onEnd }) =>
          onEnd(({ errors, outputFiles = [], metafile }) => {
            if (errors.length === 0 && metafile && haveHandlers(metafile)) {
              handOver(toBundles(outputFiles, metafile));
            }
          }),
      },
    ],
  });
  // `watch` does not wait for its first build: a change meanwhile would be taken for what there was at first.
  await watching.rebuild().catch(() => undefined);
  await watching.watch({ delay: watchDelay });
  return () => watching.dispose();
};

const functions = path.join(import.meta.dirname, '../../functions');

const inMemory = (names: readonly string[]) =>
  ({
    ...bundling,
    entryPoints: names.map((name) => path.join(functions, `${name}.ts`)),
    outdir: functions,
    write: false,
    metafile: true,
  }) satisfies BuildOptions;

/** Whether each bundle has a handler: an empty file, which is about to be written, makes one without. */
const haveHandlers = ({ outputs }: Metafile): boolean =>
  Object.entries(outputs).every(
    ([file, { exports }]) => !file.endsWith('.js') || exports.includes('handler'),
  );

const toBundles = (built: readonly OutputFile[], { outputs }: Metafile): Bundles => {
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
