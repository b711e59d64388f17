/** Writes the API's description to `docs/openapi.json`: `npm run openapi`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { committedText } from '../lib/openapi/description.ts';

writeFileSync(join(import.meta.dirname, '../docs/openapi.json'), committedText());
console.log('Wrote docs/openapi.json.');
