/** Builds what the local server serves, again when it changes, which it says in a line. */
import path from 'node:path';
import type { Bundles } from '../settings/bundling.ts';
import { buildBundles, watchBundles } from './bundles.ts';
import { watchFiles } from './watch-files.ts';

/** What serves, and can be given something new. */
interface Served {
  /** Takes the functions' bundles. */
  readonly replace: (bundles: Bundles) => void;
  /** Builds the site anew; resolves to whether it differs, and rejects when it does not build. */
  readonly rebuildSite: () => Promise<boolean>;
}

const root = path.join(import.meta.dirname, '../..');

/** What the site is built from. Its description shows what the functions say. */
const siteSources = [
  '{functions,lib/{site,openapi,settings}}/**',
  'package.json',
  'docs/client.md',
  'CHANGELOG.md',
];

/** What the local server serves, as it was built. */
export interface Built {
  /** The functions' bundles as they are by now. */
  readonly bundles: () => Bundles;
  /** Where sources are watched: says who is given from now on what is built anew. */
  readonly serve?: (served: Served) => void;
  /** Ends the watching, and the work that it has led to. */
  readonly end?: () => Promise<void>;
}

/** Builds the functions named once. */
export const buildSources = async (names: readonly string[]): Promise<Built> => {
  const bundles = await buildBundles(names);
  return { bundles: () => bundles };
};

/**
 * Builds the functions named, and watches the sources of them and of the site. What does not build any more is said
 * once, with where; what was built before goes on serving.
 *
 * @throws {Error} when the functions do not build at first.
 */
export const watchSources = async (names: readonly string[]): Promise<Built> => {
  let served: Served | undefined;
  let siteIsBuilt: Promise<void> = Promise.resolve();
  let waiting = false;
  /** One after the other: what changes while the site is built is worth one more build. */
  const onSiteChange = () => {
    if (waiting) return;
    waiting = true;
    siteIsBuilt = siteIsBuilt.then(async () => {
      waiting = false;
      await served?.rebuildSite().then(
        (differs) => differs && console.log('Rebuilt the site'),
        (error) =>
          console.error(`The site does not build, and stays as it was:\n${whereOf(error)}`),
      );
    });
  };
  const [{ latest, end }, endFiles] = await Promise.all([
    watchBundles(names, (bundles, changed) => {
      served?.replace(bundles);
      console.log(`Rebuilt ${changed.join(', ')}`);
    }),
    watchFiles(root, siteSources, onSiteChange),
  ]);
  return {
    bundles: latest,
    serve: (those) => {
      served = those;
    },
    end: async () => {
      await Promise.all([end(), endFiles()]);
      await siteIsBuilt;
    },
  };
};

/** What is wrong and where, without the way there through Node and the packages. */
const whereOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => !(line.startsWith('    at ') && /node:|node_modules/.test(line)))
    .join('\n');
