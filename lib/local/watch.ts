/** Builds again what changes while the local server runs, and says so in a line. */
import path from 'node:path';
import type { Bundles } from '../settings/bundles.ts';
import { watchBundles } from './bundles.ts';
import { watchFiles } from './watch-files.ts';

/** What serves, and can be given something new. */
interface Served {
  /** Takes the functions' bundles. */
  readonly replace: (bundles: Bundles) => void;
  /** Builds the site anew; resolves to whether it differs, and rejects when it does not build. */
  readonly rebuildSite: () => Promise<boolean>;
}

const root = path.join(import.meta.dirname, '../..');

/** What the site is made of: its pages, the description, and of the functions what stands in no bundle. */
const siteSources = [
  'lib/{site,openapi,settings}/**',
  'functions/http/responses.ts',
  'package.json',
];

/**
 * Watches the sources of the functions named and of the site. What does not build is said once, with where; what
 * was built before goes on serving.
 *
 * @returns a function that ends the watching, and the work that it has led to.
 */
export const watchSources = async (
  names: readonly string[],
  { replace, rebuildSite }: Served,
): Promise<() => Promise<void>> => {
  let siteIsBuilt: Promise<void> = Promise.resolve();
  let waiting = false;
  /** One after the other: what changes while the site is built is worth one more build. */
  const onSiteChange = () => {
    if (waiting) return;
    waiting = true;
    siteIsBuilt = siteIsBuilt.then(async () => {
      waiting = false;
      await rebuildSite().then(
        (differs) => differs && console.log('Rebuilt the site'),
        (error) =>
          console.error(`The site does not build, and stays as it was:\n${whereOf(error)}`),
      );
    });
  };
  const ends = await Promise.all([
    // The description shows what the functions say.
    watchBundles([...names, 'site'], (bundles, changed) => {
      replace(bundles);
      const functions = changed.filter((name) => name !== 'site');
      if (functions.length > 0) console.log(`Rebuilt ${functions.join(', ')}`);
      onSiteChange();
    }),
    watchFiles(root, siteSources, onSiteChange),
  ]);
  return async () => {
    await Promise.all(ends.map((end) => end()));
    await siteIsBuilt;
  };
};

/** What is wrong and where, without the way there through Node and the packages. */
const whereOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => !(line.startsWith('    at ') && /node:|node_modules/.test(line)))
    .join('\n');
