import { App, type AppProps, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import cdk from '../cdk.json' with { type: 'json' };
import { defaultStage, stageNamed } from './settings/stages.ts';
import { AmplifyStack } from './stack.ts';

/**
 * The CDK app of one stage: the one in the context value `stage`, or the default one.
 *
 * Whatever synthesizes it checks it: CloudFormation's own rules (by a flag of cdk.json) and those of
 * cdk-nag are errors.
 *
 * @throws {RangeError} for an unknown stage, and for one whose plans can't be.
 */
export const amplifyApp = (props: AppProps = {}): App => {
  const app = new App({
    analyticsReporting: false,
    ...props,
    // The CLI passes CDK's flags; stated here, they hold for a program without it as well.
    postCliContext: cdk.context,
  });
  const stage = stageNamed(app.node.tryGetContext('stage') ?? defaultStage);
  new AmplifyStack(app, stage);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return app;
};
