import { globSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';

const root = path.join(import.meta.dirname, '../..');

/** Globs of all that the functions and the site are built from, relative to the project. */
const watchedSources = [
  'functions/**',
  'lib/{site,openapi,settings}/**',
  'package.json',
  'docs/client.md',
  'CHANGELOG.md',
];

/**
 * Rebuilds what the local server runs when its sources change. It compares their times and sizes: on Linux, Node's
 * recursive `fs.watch` loses a file once an editor has replaced it. A failed rebuild is printed.
 *
 * @returns a function that ends the watching, after the rebuild that is under way.
 */
export const watchSources = (...rebuilds: readonly (() => Promise<void>)[]) => {
  let ended = false;
  const watch = async () => {
    let built = readState();
    let last = built;
    while (!ended) {
      await setTimeout(250);
      const now = readState();
      // An editor may empty a file and then write it: this is one change, once nothing changes any more.
      if (now === last && now !== built) {
        built = now;
        for (const rebuild of rebuilds) await rebuild().catch(report);
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

const readState = (): string =>
  globSync(watchedSources, { cwd: root })
    .map((file) => {
      const stats = statSync(path.join(root, file), { throwIfNoEntry: false });
      return `${file} ${stats?.mtimeMs} ${stats?.size}`;
    })
    .join();

/** Prints an error with its stack, without the lines of Node and of packages. */
const report = ({ stack = '' }: Error): void => {
  const places = stack.replace(/^ {4}at .*(?:node:|node_modules).*\n?/gm, '');
  console.error(`The change does not build. The last build is still served:\n${places}`);
};
