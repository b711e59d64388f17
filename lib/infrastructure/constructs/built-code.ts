import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AssetHashType, DockerImage } from 'aws-cdk-lib';
import { type AssetCode, Code } from 'aws-cdk-lib/aws-lambda';
import { buildSync } from 'esbuild';
import { type Bundle, bundling, inMemory, toBundles } from '../../settings/bundling.ts';
import { endpoints } from '../../settings/endpoints.ts';

/**
 * The code of a function, built only when the CDK needs it, so not for `cdk destroy`. The content names it: the
 * same bytes are the same asset.
 *
 * `NodejsFunction` would run esbuild by `npx` for each function, which takes ten times as long, and its
 * settings could differ from those of the local server.
 *
 * @param id - identifies the code within an app: one id is built once.
 * @param build - writes the files to deploy into a folder.
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
      // Required, but unused: the build runs without a container.
      image: DockerImage.fromRegistry('none'),
    },
  });

/** Writes the bundle of a function, by its name, into a folder. */
export const buildFunction = (name: string, folder: string): void => {
  if (!bundles.has(name)) {
    const names = endpointNames.includes(name) ? endpointNames : [name];
    const { outputFiles, metafile } = buildSync(inMemory(names));
    for (const [built, bundle] of toBundles(outputFiles, metafile)) bundles.set(built, bundle);
  }
  const { code, files } = bundles.get(name) as Bundle;
  for (const [file, text] of Object.entries({ 'index.mjs': code, ...files })) {
    writeFileSync(join(folder, file), text);
  }
};

const bundles = new Map<string, Bundle>();

/** Built together, since reading their common sources takes longest. */
const endpointNames: readonly string[] = endpoints.map(({ name }) => name);
