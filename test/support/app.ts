/**
 * An app for tests, by its context: with a `stage`, that stage, with `changes` to its settings, of a `commit`; with
 * `violations`, our own app, which breaks rules of cdk-nag and CloudFormation; with `openDoor`, an API whose account
 * routes have no authorizer; with none of these, every stage as deployed.
 */
import { App, Stack, Validations } from 'aws-cdk-lib';
import { CfnFunction, Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { AwsSolutionsChecks } from 'cdk-nag';
import cdk from '../../cdk.json' with { type: 'json' };
import { amplifyApp } from '../../lib/infrastructure/app.ts';
import { liveAlias } from '../../lib/infrastructure/constructs/gradual-deployment.ts';
import { httpApi, httpRoutes } from '../../lib/infrastructure/constructs/http-api.ts';
import { AmplifyStack } from '../../lib/infrastructure/stack.ts';
import { buildFunctions } from '../../lib/settings/bundling.ts';
import { endpoints } from '../../lib/settings/endpoints.ts';
import { stageNamed, stageNames } from '../../lib/settings/stages.ts';

const context = JSON.parse(String(process.env.CDK_CONTEXT_JSON));
const { stage, changes, commit, violations, openDoor } = context;

const app = violations
  ? await amplifyApp()
  : new App({ analyticsReporting: false, postCliContext: cdk.context });

if (violations) {
  const stack = app.node.findChild('amplify-demo') as Stack;
  new Bucket(stack, 'BucketWithoutLogs');
  const role = 'arn:aws:iam::123456789012:role/none';
  const inline = { code: { zipFile: '' }, handler: 'index.handler', runtime: 'nodejs24.x', role };
  new CfnFunction(stack, 'FunctionTooSmall', { ...inline, memorySize: 1 });
} else if (openDoor) {
  const stack = new Stack(app, 'open-door');
  const inline = { code: Code.fromInline(' '), handler: 'index.handler' };
  const any = new LambdaFunction(stack, 'Any', { ...inline, runtime: Runtime.NODEJS_24_X });
  const live = liveAlias(stack, any);
  const functions = new Map(endpoints.map((endpoint) => [endpoint, live]));
  httpRoutes(httpApi(stack, stageNamed('prod')), functions, live, undefined);
} else {
  const bundles = stage ? new Map() : await buildFunctions();
  for (const name of stage ? [stage] : stageNames) {
    new AmplifyStack(app, { ...stageNamed(name), ...changes }, bundles, commit);
  }
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
}
