/**
 * Writes the API's description to a file or to standard output: `npm run openapi`. `--stage NAME` selects another stage
 * than `demo`, `--server URL` sets the API's address.
 */
import { writeFileSync } from 'node:fs';
import { describeApi } from '../lib/openapi/description.ts';
import { readOptions } from '../lib/settings/command-line.ts';
import { defaultStage, stageNamed } from '../lib/settings/stages.ts';

try {
  const { values, positionals } = readOptions({
    allowPositionals: true,
    options: { stage: { type: 'string', default: defaultStage }, server: { type: 'string' } },
  });
  const description = describeApi(stageNamed(values.stage), values.server);
  writeFileSync(positionals[0] ?? 1, `${JSON.stringify(description, null, 2)}\n`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
