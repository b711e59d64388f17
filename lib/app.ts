import { App, type AppProps, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import cdk from '../cdk.json' with { type: 'json' };
import { commitOf } from './commit.ts';
import { DeployerStack } from './deployer-stack.ts';
import { deployerSettings } from './settings/deployer.ts';
import { defaultStage, type Stage, stageNamed } from './settings/stages.ts';
import { AmplifyStack } from './stack.ts';

/**
 * The CDK app of one stage: the one in the context value `stage`, or the default one. The context value
 * `canary` can be `false`, which deploys at once whatever the stage's row says. With the context value
 * `deployer`, it is what lets a repository on GitHub deploy instead.
 *
 * Whatever synthesizes it checks it: CloudFormation's own rules (by a flag of cdk.json) and those of
 * cdk-nag are errors.
 *
 * @throws {RangeError} for an unknown stage, for one whose plans or region can't be, and for another value that
 *   can't be.
 */
export const amplifyApp = (props: AppProps = {}): App => {
  const app = new App({
    analyticsReporting: false,
    ...props,
    // The CLI passes CDK's flags; stated here, they hold for a program without it as well.
    postCliContext: cdk.context,
  });
  const contextValue = (name: string): unknown => app.node.tryGetContext(name);
  if (contextValue('deployer') !== undefined) {
    new DeployerStack(app, deployerSettings(contextValue));
  } else {
    const stage = stageNamed(String(contextValue('stage') ?? defaultStage));
    const settings = withCanary(stage, contextValue('canary'));
    new AmplifyStack(app, settings, commitOf(import.meta.dirname));
  }
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return app;
};

/** So that an operator rolls back by one line, and leaves no change of the settings behind. */
const withCanary = ({ monitoring, ...stage }: Stage, canary: unknown): Stage => {
  if (canary !== undefined && String(canary) !== 'false') {
    throw new RangeError(`The context value "canary" can only be "false", not "${canary}".`);
  }
  if (monitoring === undefined) return stage;
  return {
    ...stage,
    monitoring: { ...monitoring, canary: canary === undefined && monitoring.canary },
  };
};
