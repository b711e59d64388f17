/** Builds the functions' bundles for the local server, which serves them from memory. */
import { build, context, type Metafile } from 'esbuild';
import { type Bundles, inMemory, toBundles } from '../settings/bundling.ts';
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

/** Bundles that are built again after every change of a file that goes into them. */
export interface WatchedBundles {
  /** Those that were built last. */
  readonly latest: () => Bundles;
  /** Ends the watching. */
  readonly end: () => Promise<void>;
}

/**
 * Builds the bundles of the functions named, and again after every change. What does not build is printed, and
 * those that were built before stay the latest.
 *
 * @param onChange - is given them each time that some differ, with the names of those.
 * @throws {Error} when they do not build at first.
 */
export const watchBundles = async (
  names: readonly string[],
  onChange: (bundles: Bundles, changed: readonly string[]) => void,
): Promise<WatchedBundles> => {
  const { promise: built, resolve, reject } = Promise.withResolvers<void>();
  let latest: Bundles = new Map();
  const watching = await context({
    ...inMemory(names),
    plugins: [
      {
        name: 'hand over',
        setup: ({ onEnd }) =>
          onEnd(({ errors, outputFiles = [], metafile }) => {
            if (errors.length > 0 || !metafile) {
              return reject(new Error('The functions do not build.'));
            }
            const before = latest;
            const isFirst = before.size === 0;
            // What there is at the start is served whatever it is, as it is without watching.
            if (!isFirst && !haveHandlers(metafile)) return;
            latest = toBundles(outputFiles, metafile);
            if (isFirst) return resolve();
            const changed = names.filter(
              (name) => latest.get(name)?.code !== before.get(name)?.code,
            );
            if (changed.length > 0) onChange(latest, changed);
          }),
      },
    ],
  });
  // This does not wait for its first build. What is changed during a build is built again after it.
  await watching.watch({ delay: watchDelay });
  await built;
  return { latest: () => latest, end: () => watching.dispose() };
};

/** Whether each bundle has a handler: an empty file, which is about to be written, makes one without. */
const haveHandlers = ({ outputs }: Metafile): boolean =>
  Object.entries(outputs).every(
    ([file, { exports }]) => !file.endsWith('.js') || exports.includes('handler'),
  );
