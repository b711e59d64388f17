/** Synthesizes every stage through the CDK CLI, with all checks: `npm run synth`. */
import { spawnSync } from 'node:child_process';
import { stageNames } from '../lib/settings/stages.ts';

for (const stage of stageNames) {
  console.log(`Stage ${stage}`);
  const { status } = spawnSync('cdk', ['synth', '--quiet', '-c', `stage=${stage}`], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
