/** Builds the functions for the local server, and rebuilds them and the site when their sources change. */
import path from 'node:path';
import type { Bundles } from '../settings/bundling.ts';
import { buildBundles, watchBundles } from './bundles.ts';
import { watchFiles } from './watch-files.ts';

/** The parts of a running server that can be replaced. */
interface Served {
  readonly replace: (bundles: Bundles) => void;
  /** Resolves to whether the site has changed, and rejects if it does not build. */
  readonly rebuildSite: () => Promise<boolean>;
}

const root = path.join(import.meta.dirname, '../..');

/** The site's sources. Its API description is generated from the functions. */
const siteSources = ['{functions,lib/{site,openapi,settings}}/**', 'package.json'];

/** The built functions. */
export interface Built {
  /** The current bundles. */
  readonly bundles: () => Bundles;
  /** Sets the server that gets new builds. Only where sources are watched. */
  readonly serve?: (served: Served) => void;
  /** Ends the watching, after the build that is under way. */
  readonly end?: () => Promise<void>;
}

/** Builds functions by their names, once. */
export const buildSources = async (names: readonly string[]): Promise<Built> => {
  const bundles = await buildBundles(names);
  return { bundles: () => bundles };
};

/**
 * Builds functions by their names, and watches their sources and the site's. A failed build is printed; the last
 * successful one goes on serving.
 *
 * @throws {Error} if the functions' first build fails.
 */
export const watchSources = async (names: readonly string[]): Promise<Built> => {
  let served: Served | undefined;
  let siteIsBuilt: Promise<void> = Promise.resolve();
  let waiting = false;
  /** Changes during a build cause one more build after it. */
  const onSiteChange = () => {
    if (waiting) return;
    waiting = true;
    siteIsBuilt = siteIsBuilt.then(async () => {
      waiting = false;
      await served?.rebuildSite().then(
        (differs) => differs && console.log('Rebuilt the site'),
        (error) =>
          console.error(`The site does not build. The last build is served:\n${whereOf(error)}`),
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

/** The error with its stack, without the lines of Node and of packages. */
const whereOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => !(line.startsWith('    at ') && /node:|node_modules/.test(line)))
    .join('\n');
