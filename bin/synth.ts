/**
 * Synthesizes every stage, as drafts, and the deployer with the CDK CLI and all checks: `npm run synth`.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { stageNames } from '../lib/settings/stages.ts';

const contexts = [...stageNames.map((stage) => `stage=${stage}`), 'deployer=octo-org/octo-repo'];

const root = join(import.meta.dirname, '..');
const cli = join(root, 'node_modules/aws-cdk/bin/cdk');

for (const context of contexts) {
  console.log(context);
  const { status } = spawnSync(
    process.execPath,
    [cli, 'synth', '--quiet', '-c', context, '-c', 'draft=true'],
    { cwd: root, stdio: 'inherit' },
  );
  if (status !== 0) process.exitCode = 1;
}
