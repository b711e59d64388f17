/**
 * Records the API's surface with the version of package.json: `npm run surface`. A test compares the description with
 * it. A changed surface needs a new version, or `--amend` for a version that is not deployed yet.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeApi } from '../lib/openapi/description.ts';
import {
  differences,
  entryDigest,
  howToChange,
  surfaceOf,
  type VersionedSurface,
} from '../lib/openapi/surface.ts';
import { defaultStage, stageNamed } from '../lib/settings/stages.ts';
import { readOptions } from '../lib/tools/command-line/options.ts';
import manifest from '../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '..');
const file = join(root, 'lib/openapi/surface.json');

try {
  const { values } = readOptions({ options: { amend: { type: 'boolean', default: false } } });
  const recorded: VersionedSurface = JSON.parse(readFileSync(file, 'utf8'));
  const parts = surfaceOf(describeApi(stageNamed(defaultStage)));
  const changed = differences(recorded.parts, parts);
  if (changed.length > 0 && recorded.version === manifest.version && !values.amend) {
    throw new Error(howToChange(changed, recorded));
  }
  const { version } = manifest;
  const changelog = entryDigest(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version);
  if (changed.length > 0 && recorded.changelog === changelog) {
    throw new Error(
      `CHANGELOG.md says nothing new under ${version}: describe there what changed in ${changed.join(', ')}. If it does already, first restore lib/openapi/surface.json from Git.`,
    );
  }
  writeFileSync(file, `${JSON.stringify({ version, changelog, parts }, null, 2)}\n`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
