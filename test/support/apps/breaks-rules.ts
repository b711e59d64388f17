/** Our app, with violations of cdk-nag's and of CloudFormation's rules. */
import type { Stack } from 'aws-cdk-lib';
import { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { amplifyApp } from '../../../lib/infrastructure/app.ts';

const { node } = await amplifyApp();
const stack = node.findChild('amplify-demo') as Stack;
new Bucket(stack, 'BucketWithoutLogs');
new CfnFunction(stack, 'FunctionTooSmall', {
  code: { zipFile: '' },
  handler: 'index.handler',
  role: 'arn:aws:iam::123456789012:role/none',
  runtime: 'nodejs24.x',
  memorySize: 1,
});
