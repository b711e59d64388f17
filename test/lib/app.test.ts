/** What the app does not synthesize. */
import { expect, test } from '@jest/globals';
import { stageNames } from '../../lib/settings/stages.ts';
import { synthesize, unbundled } from '../synth.ts';

test('an unknown stage is an error in one line, which lists those there are', async () => {
  const { exitCode, output } = await synthesize({ stage: 'moon' });
  expect(exitCode).toBe(1);
  expect(output.trim()).toBe(`Unknown stage "moon". The stages are: ${stageNames.join(', ')}.`);
}, 60_000);

test('what breaks a rule of CloudFormation or of cdk-nag is not synthesized', async () => {
  const program = `
    import { Stack } from 'aws-cdk-lib';
    import { CfnFunction } from 'aws-cdk-lib/aws-lambda';
    import { Bucket } from 'aws-cdk-lib/aws-s3';
    import { amplifyApp } from './lib/app.ts';

    const stack = amplifyApp().node.findChild('amplify-demo');
    new Bucket(stack, 'BucketWithoutLogs');
    new CfnFunction(stack, 'FunctionTooSmall', {
      code: { zipFile: '' },
      handler: 'index.handler',
      role: 'arn:aws:iam::123456789012:role/none',
      runtime: 'nodejs24.x',
      memorySize: 1,
    });
  `;
  const { exitCode, output } = await synthesize(unbundled, {
    args: ['--input-type=module', '-e', program],
  });
  expect(exitCode).not.toBe(0);
  expect(output).toMatch(/BucketWithoutLogs.*AwsSolutions::AwsSolutions-S1\b/s);
  expect(output).toMatch(/FunctionTooSmall.*CloudFormation-Validate::F3034\b/s);
}, 60_000);
