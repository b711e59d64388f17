/** Builds the functions' bundles for the local server, which serves them from memory. */
import { build, context, type Metafile } from 'esbuild';
import { type Bundles, inMemory, toBundles } from '../settings/bundles.ts';
import { watchDelay } from './watch-files.ts';

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

/** Whether each bundle has a handler: an empty file, which is about to be written, makes one without. */
const haveHandlers = ({ outputs }: Metafile): boolean =>
  Object.entries(outputs).every(
    ([file, { exports }]) => !file.endsWith('.js') || exports.includes('handler'),
  );
