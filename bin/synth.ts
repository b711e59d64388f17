/** Synthesizes every stage, as drafts, and the deployer with the CDK CLI and all checks: `npm run synth`. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { stageNames } from '../lib/settings/stages.ts';

const cwd = join(import.meta.dirname, '..');
const contexts = [...stageNames.map((name) => `stage=${name}`), 'deployer=octo-org/octo-repo'];
for (const context of contexts) {
  const synth = `cdk synth --quiet -c draft=true -c ${context}`;
  console.log(synth);
  const { status } = spawnSync(synth, { cwd, stdio: 'inherit', shell: true });
  if (status !== 0) process.exitCode = 1;
}
