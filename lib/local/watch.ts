/** Rebuilds the local server's functions and site when their sources change. */
import { globSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Bundles, buildFunctions } from '../bundles/bundles.ts';

const root = path.join(import.meta.dirname, '../..');

/** Globs of all that the functions and the site are built from, relative to the project. */
const watchedSources = [
  'functions/**',
  'lib/site/**',
  'lib/openapi/**',
  'lib/settings/**',
  'package.json',
  'docs/client.md',
  'CHANGELOG.md',
];

/** How often to look for changes, in milliseconds. */
const interval = 250;

/**
 * Watches the sources, by their times and sizes: on Linux, Node's recursive `fs.watch` loses a file once an editor has
 * replaced it. A failed build is printed, and the last successful one is still served.
 *
 * @param names - the functions.
 * @param bundles - their first build.
 * @param replace - is called with the names of changed functions, and a new build of all.
 * @param rebuildSite - rejects if the site does not build.
 * @returns a function that ends the watching, after the build that is under way.
 */
export const watchSources = (
  names: readonly string[],
  bundles: Bundles,
  replace: (changed: readonly string[], bundles: Bundles) => void,
  rebuildSite: () => Promise<void>,
): (() => Promise<void>) => {
  let latest = bundles;
  const rebuildFunctions = async () => {
    const built = await buildFunctions(names, 'external');
    const changed = names.filter((name) => built.get(name)?.code !== latest.get(name)?.code);
    latest = built;
    if (changed.length === 0) return;
    replace(changed, built);
    console.log(`Rebuilt ${changed.join(', ')}`);
  };
  const report = (error: Error) =>
    console.error(`The change does not build. The last build is still served:\n${whereOf(error)}`);

  let ended = false;
  const watch = async () => {
    let built = stateOfSources();
    let last = built;
    while (!ended) {
      await setTimeout(interval);
      const now = stateOfSources();
      // An editor may empty a file and then write it: this is one change, once nothing changes any more.
      if (now === last && now !== built) {
        built = now;
        await rebuildFunctions().catch(report);
        await rebuildSite().catch(report);
      }
      last = now;
    }
  };
  const watching = watch();
  return () => {
    ended = true;
    return watching;
  };
};

const stateOfSources = (): string =>
  globSync(watchedSources, { cwd: root })
    .map((file) => {
      const found = statSync(path.join(root, file), { throwIfNoEntry: false });
      return `${file} ${found?.mtimeMs} ${found?.size}`;
    })
    .join();

/** The error with its stack, without the lines of Node and of packages. */
const whereOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => !(line.startsWith('    at ') && /node:|node_modules/.test(line)))
    .join('\n');
