/** The CDK app: `cdk synth`, `cdk diff` and `cdk deploy` run it, for the stage that `-c stage=…` names. */
import { amplifyApp } from '../lib/app.ts';

try {
  amplifyApp();
} catch (error) {
  if (!(error instanceof RangeError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
