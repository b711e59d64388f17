/** The CDK app of `cdk synth`, `cdk diff` and `cdk deploy`, for the stage of `-c stage=…`. */
import { amplifyApp } from '../lib/infrastructure/amplify-app.ts';

try {
  await amplifyApp();
} catch (error) {
  if (!(error instanceof RangeError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
