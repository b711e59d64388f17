import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AssetHashType, DockerImage } from 'aws-cdk-lib';
import { type AssetCode, Code } from 'aws-cdk-lib/aws-lambda';
import { type Bundles, bundling } from '../../settings/bundling.ts';

/**
 * The code of a function, written only when the CDK needs it, so not for `cdk destroy`. The content names it: the
 * same bytes are the same asset.
 *
 * `NodejsFunction` would run esbuild by `npx` for each function, which takes ten times as long, and its
 * settings could differ from those of the local server.
 *
 * @param id - identifies the code within an app: one id is written once.
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
export const writeBundle = (bundles: Bundles, name: string, folder: string): void => {
  const bundle = bundles.get(name);
  if (bundle === undefined) throw new Error(`lib/settings/bundling.ts builds no "${name}".`);
  for (const [file, text] of Object.entries({ 'index.mjs': bundle.code, ...bundle.files })) {
    writeFileSync(join(folder, file), text);
  }
};
