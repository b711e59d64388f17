/** Builds the functions' bundles in memory, by the settings that the stack deploys with. */
import path from 'node:path';
import { type BuildOptions, build, context, type Metafile, type OutputFile } from 'esbuild';
import { bundling } from '../settings/bundling.ts';

/** A function's bundle by the function's name. */
export type Bundles = ReadonlyMap<string, string>;

/**
 * Builds the bundles of the functions named.
 *
 * @throws {Error} when one does not build; the message says where and why.
 */
export const buildBundles = async (names: readonly string[]): Promise<Bundles> => {
  const { outputFiles } = await build({ ...inMemory(names), logLevel: 'silent' });
  return toBundles(outputFiles);
};

/**
 * Builds the bundles, again after every change of a file that goes into them, and hands them over each
 * time. When they do not build, the errors are printed and nothing is handed over.
 *
 * esbuild looks at its files by itself: Node's `fs.watch` of a whole tree loses a file on Linux once an
 * editor has replaced it.
 *
 * @returns a function that ends the watching.
 */
export const watchBundles = async (
  names: readonly string[],
  onBuild: (bundles: Bundles) => void,
): Promise<() => Promise<void>> => {
  const watching = await context({
    ...inMemory(names),
    metafile: true,
    plugins: [
      {
        name: 'hand over',
        setup: ({ onEnd }) =>
          onEnd(({ errors, outputFiles = [], metafile }) => {
            if (errors.length === 0 && haveHandlers(metafile)) onBuild(toBundles(outputFiles));
          }),
      },
    ],
  });
  // Most editors empty a file, then write it: that is worth one build, and not two.
  await watching.watch({ delay: 100 });
  return () => watching.dispose();
};

const functions = path.join(import.meta.dirname, '../../functions');

const inMemory = (names: readonly string[]) =>
  ({
    ...bundling,
    entryPoints: names.map((name) => path.join(functions, `${name}.ts`)),
    outdir: functions,
    write: false,
  }) satisfies BuildOptions;

/** Whether each bundle has a handler: an empty file, which is about to be written, makes one without. */
const haveHandlers = (metafile: Metafile | undefined): boolean =>
  Object.entries(metafile?.outputs ?? {}).every(
    ([file, { exports }]) => !file.endsWith('.js') || exports.includes('handler'),
  );

const toBundles = (files: readonly OutputFile[]): Bundles =>
  new Map(
    files
      .filter((file) => file.path.endsWith('.js'))
      .map((file) => [path.basename(file.path, '.js'), file.text]),
  );
