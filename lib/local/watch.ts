/** Rebuilds the local server's functions and site when their sources change. */
import path from 'node:path';
import type { Bundles } from '../infrastructure/settings/bundling.ts';
import { buildBundles } from './bundles.ts';
import { watchFiles } from './watch-files.ts';

/** The parts of a running server that are replaced. */
interface Served {
  readonly replace: (bundles: Bundles) => void;
  /** Resolves to whether the site has changed, and rejects if it does not build. */
  readonly rebuildSite: () => Promise<boolean>;
}

const root = path.join(import.meta.dirname, '../..');

/** Globs of all that the functions and the site are built from, relative to the project. */
export const watchedSources = [
  'functions/**',
  'lib/site/**',
  'lib/openapi/**',
  'lib/infrastructure/settings/**',
  'package.json',
  'docs/client.md',
  'CHANGELOG.md',
];

/**
 * Watches the sources. A failed build is printed, and the last successful one is still served.
 *
 * @param names - the functions.
 * @param bundles - their first build.
 * @returns a function that ends the watching, after the build that is under way.
 */
export const watchSources = async (
  names: readonly string[],
  bundles: Bundles,
  served: Served,
): Promise<() => Promise<void>> => {
  let latest = bundles;
  const rebuildFunctions = async () => {
    const built = await buildBundles(names);
    const changed = names.filter((name) => built.get(name)?.code !== latest.get(name)?.code);
    latest = built;
    if (changed.length === 0) return;
    served.replace(built);
    console.log(`Rebuilt ${changed.join(', ')}`);
  };
  const rebuildSite = async () => {
    if (await served.rebuildSite()) console.log('Rebuilt the site');
  };
  const report = (error: Error) =>
    console.error(`This does not build. The last build is served:\n${whereOf(error)}`);
  let rebuilt: Promise<void> = Promise.resolve();
  let waiting = false;
  const end = await watchFiles(root, watchedSources, () => {
    // Changes during a build cause one more build after it.
    if (waiting) return;
    waiting = true;
    rebuilt = rebuilt.then(async () => {
      waiting = false;
      await rebuildFunctions().catch(report);
      await rebuildSite().catch(report);
    });
  });
  return async () => {
    await end();
    await rebuilt;
  };
};

/** The error with its stack, without the lines of Node and of packages. */
const whereOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => !(line.startsWith('    at ') && /node:|node_modules/.test(line)))
    .join('\n');
