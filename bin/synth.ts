/**
 * Synthesizes every stage and the deployer with the CDK CLI and all checks: `npm run synth`. Arguments are passed to
 * the CLI, e.g. `--strict`, which turns warnings into errors.
 */
import { spawnSync } from 'node:child_process';
import { stageNames } from '../lib/infrastructure/settings/stages.ts';

const contexts = [...stageNames.map((stage) => `stage=${stage}`), 'deployer=octo-org/octo-repo'];

const options = process.argv.slice(2);

for (const context of contexts) {
  console.log(context);
  const { status } = spawnSync('cdk', ['synth', '--quiet', '-c', context, ...options], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
