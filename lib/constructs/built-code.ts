import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AssetHashType, DockerImage } from 'aws-cdk-lib';
import { type AssetCode, Code } from 'aws-cdk-lib/aws-lambda';
import { buildSync } from 'esbuild';
import { type Bundle, bundling, inMemory, toBundles } from '../settings/bundling.ts';
import { endpoints } from '../settings/endpoints.ts';

/**
 * The code of a function that is built here, and only where the CDK wants it: not for `cdk destroy`, for
 * one. What is built names it, so that the same bytes are the same asset.
 *
 * `NodejsFunction` would run esbuild by `npx`, once for each function, which takes ten times as long; and
 * what it builds would be what runs locally only for as long as its settings are kept the same.
 *
 * @param id - by which the CDK tells one code from another: in one app, what has the same id is built once.
 * @param build - puts into a folder what Lambda is to unpack.
 */
export const builtCode = (id: string, build: (folder: string) => void): AssetCode =>
  Code.fromAsset(bundling.absWorkingDir, {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      local: {
        tryBundle: (folder) => {
          build(folder);
          return true;
        },
      },
      command: [id],
      // Has to be named, and is not used: what is built here needs no container.
      image: DockerImage.fromRegistry('none'),
    },
  });

/** Puts the bundle of a function, by its name under `functions/`, into a folder. */
export const buildFunction = (name: string, folder: string): void => {
  if (!bundles.has(name)) buildTogether(endpointNames.includes(name) ? endpointNames : [name]);
  const { code, files } = bundles.get(name) as Bundle;
  for (const [file, text] of Object.entries({ 'index.mjs': code, ...files })) {
    writeFileSync(join(folder, file), text);
  }
};

const bundles = new Map<string, Bundle>();

/** Built at once: they share most of what they are made of, which takes longest to read. */
const endpointNames: readonly string[] = endpoints.map(({ name }) => name);

const buildTogether = (names: readonly string[]): void => {
  const { outputFiles, metafile } = buildSync(inMemory(names));
  for (const [name, bundle] of toBundles(outputFiles, metafile)) bundles.set(name, bundle);
};
