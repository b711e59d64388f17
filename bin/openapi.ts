/**
 * Writes the API's description to `docs/openapi.json`: `npm run openapi`. It refuses a change that callers' programs
 * can see, but of which the changelog says nothing.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Recorded, recordedOf, surfaceOf } from '../lib/openapi/recorded.ts';

const root = join(import.meta.dirname, '..');
const file = join(root, 'docs/openapi.json');
const recorded: Recorded = JSON.parse(readFileSync(file, 'utf8'));
const described = recordedOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'));

if (
  recorded['x-changelog'] === described['x-changelog'] &&
  surfaceOf(recorded) !== surfaceOf(described)
) {
  console.error(
    'Callers can see this change: describe it in the newest entry of CHANGELOG.md, then run npm run openapi. If it is described already, first restore docs/openapi.json from Git.',
  );
  process.exit(1);
}
writeFileSync(file, `${JSON.stringify(described, null, 2)}\n`);
