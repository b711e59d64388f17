/** Builds the functions' bundles in memory. */
import { build, context, type Metafile } from 'esbuild';
import { type Bundles, inMemory, toBundles } from '../settings/bundling.ts';
import { watchDelay } from './watch-files.ts';

/**
 * Builds functions by their names.
 *
 * @throws {Error} if one does not build.
 */
export const buildBundles = async (names: readonly string[]): Promise<Bundles> => {
  const { outputFiles, metafile } = await build({ ...inMemory(names), logLevel: 'silent' });
  return toBundles(outputFiles, metafile);
};

/** Bundles that are rebuilt when a source file changes. */
export interface WatchedBundles {
  /** The last successful build. */
  readonly latest: () => Bundles;
  readonly end: () => Promise<void>;
}

/**
 * Builds functions by their names, and again after every change. A failed build is printed and changes nothing.
 *
 * @param onChange - is called after a build with other code, with the names of the changed functions.
 * @throws {Error} if the first build fails.
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
        name: 'watch',
        setup: ({ onEnd }) =>
          onEnd(({ errors, outputFiles = [], metafile }) => {
            if (errors.length > 0 || !metafile) {
              return reject(new Error('The functions do not build.'));
            }
            const before = latest;
            const isFirst = before.size === 0;
            // The first build is served as it is, like without watching.
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
  // `watch` does not wait for its first build.
  await watching.watch({ delay: watchDelay });
  await built;
  return { latest: () => latest, end: () => watching.dispose() };
};

/** Whether each bundle exports a handler. Editors may empty a file before they write it. */
const haveHandlers = ({ outputs }: Metafile): boolean =>
  Object.entries(outputs).every(
    ([file, { exports }]) => !file.endsWith('.js') || exports.includes('handler'),
  );
