/**
 * Records the API's surface with the version of package.json: `npm run surface`. A test compares the description with
 * it. A changed surface needs a new version, or `--amend` for a version that is not deployed yet.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeApi } from '../lib/openapi/description.ts';
import recorded from '../lib/openapi/surface.json' with { type: 'json' };
import { differences, entryDigest, howToChange, surfaceOf } from '../lib/openapi/surface.ts';
import { programOptions } from '../lib/settings/command-line.ts';
import { defaultStage, stageNamed } from '../lib/settings/stages.ts';
import manifest from '../package.json' with { type: 'json' };

const { version } = manifest;
const root = join(import.meta.dirname, '..');
const { values } = programOptions({ options: { amend: { type: 'boolean', default: false } } });
const parts = surfaceOf(describeApi(stageNamed(defaultStage)));
const changed = differences(recorded.parts, parts);
const changelog = entryDigest(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version);

const refusal = (): string | undefined => {
  if (changed.length === 0) return undefined;
  if (recorded.version === version && !values.amend) return howToChange(changed, recorded);
  if (recorded.changelog !== changelog) return undefined;
  return `CHANGELOG.md says nothing new under ${version}: describe there what changed in ${changed.join(', ')}. If it does already, first restore lib/openapi/surface.json from Git.`;
};

const reason = refusal();
if (reason !== undefined) {
  console.error(reason);
  process.exit(1);
}
const content = `${JSON.stringify({ version, changelog, parts }, null, 2)}\n`;
writeFileSync(join(root, 'lib/openapi/surface.json'), content);
