import { build } from 'esbuild';
import { type Bundles, inMemory, toBundles } from '../settings/bundling.ts';

/**
 * Builds functions by their names, in memory.
 *
 * @throws {Error} if one does not build.
 */
export const buildBundles = async (names: readonly string[]): Promise<Bundles> => {
  const { outputFiles, metafile } = await build({ ...inMemory(names), logLevel: 'silent' });
  return toBundles(outputFiles, metafile);
};
