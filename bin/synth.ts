/**
 * Synthesizes every stage and the deployer with the CDK CLI and all checks: `npm run synth`. Arguments are passed to
 * the CLI, e.g. `--strict`, which turns warnings into errors.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { stageNames } from '../lib/settings/stages.ts';

const contexts = [...stageNames.map((stage) => `stage=${stage}`), 'deployer=octo-org/octo-repo'];

const options = process.argv.slice(2);
const root = join(import.meta.dirname, '..');
const cli = join(root, 'node_modules/aws-cdk/bin/cdk');

for (const context of contexts) {
  console.log(context);
  const { status } = spawnSync(
    process.execPath,
    [cli, 'synth', '--quiet', '-c', context, ...options],
    { cwd: root, stdio: 'inherit' },
  );
  if (status !== 0) process.exitCode = 1;
}
