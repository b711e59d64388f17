/**
 * Records the API's surface with the version of package.json: `npm run surface`. A test compares the description with
 * it. A changed surface needs a new version, or `--amend` for a version that is not deployed yet.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeApi } from '../lib/openapi/description.ts';
import {
  differences,
  howToChange,
  surfaceOf,
  type VersionedSurface,
} from '../lib/openapi/surface.ts';
import { defaultStage, stageNamed } from '../lib/settings/stages.ts';
import { readOptions } from '../lib/tools/command-line/options.ts';
import manifest from '../package.json' with { type: 'json' };

const file = join(import.meta.dirname, '../lib/openapi/surface.json');

try {
  const { values } = readOptions({ options: { amend: { type: 'boolean', default: false } } });
  const recorded: VersionedSurface = JSON.parse(readFileSync(file, 'utf8'));
  const parts = surfaceOf(describeApi(stageNamed(defaultStage)));
  const changed = differences(recorded.parts, parts);
  if (changed.length > 0 && recorded.version === manifest.version && !values.amend) {
    throw new Error(howToChange(changed, recorded));
  }
  writeFileSync(file, `${JSON.stringify({ version: manifest.version, parts }, null, 2)}\n`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
