/** Synthesizes every stage, and the deployer, through the CDK CLI, with all checks: `npm run synth`. */
import { spawnSync } from 'node:child_process';
import { stageNames } from '../lib/settings/stages.ts';

const contexts = [...stageNames.map((stage) => `stage=${stage}`), 'deployer=octo-org/octo-repo'];

for (const context of contexts) {
  console.log(context);
  const { status } = spawnSync('cdk', ['synth', '--quiet', '-c', context], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
