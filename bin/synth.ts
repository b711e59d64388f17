/**
 * Synthesizes every stage, as drafts, and the deployer with the CDK CLI and all checks: `npm run synth`.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { stageNames } from '../lib/settings/stages.ts';

const cwd = join(import.meta.dirname, '..');
for (const context of [
  ...stageNames.map((name) => `stage=${name}`),
  'deployer=octo-org/octo-repo',
]) {
  console.log(context);
  const synth = [
    'node_modules/aws-cdk/bin/cdk',
    'synth',
    '--quiet',
    '-c',
    'draft=true',
    '-c',
    context,
  ];
  const { status } = spawnSync(process.execPath, synth, { cwd, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
