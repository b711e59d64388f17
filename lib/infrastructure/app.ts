import { App, type AppProps, Validations } from 'aws-cdk-lib';
import { BUNDLING_STACKS } from 'aws-cdk-lib/cx-api';
import { AwsSolutionsChecks } from 'cdk-nag';
import cdk from '../../cdk.json' with { type: 'json' };
import { buildFunctions } from '../settings/bundling.ts';
import { deployerSettings } from '../settings/deployer.ts';
import { defaultStage, type Stage, stageNamed } from '../settings/stages.ts';
import { commitOf } from './commit.ts';
import { DeployerStack } from './deployer-stack.ts';
import { AmplifyStack } from './stack.ts';

/**
 * The CDK app of one stage, by the context value `stage`. The context value `canary=false` deploys at once,
 * whatever the stage's row says. With the context value `deployer`, it is the stack that lets a GitHub
 * repository deploy.
 *
 * Synthesis checks the templates: violations of CloudFormation's rules (by a flag in cdk.json) and of cdk-nag
 * are errors.
 *
 * @throws {RangeError} for an unknown stage, invalid plans or an invalid region or context value.
 */
export const amplifyApp = async (props: AppProps = {}): Promise<App> => {
  const app = new App({
    analyticsReporting: false,
    ...props,
    // The CLI passes the flags of cdk.json. Programs without the CLI need them, too.
    postCliContext: cdk.context,
  });
  const contextValue = (name: string): unknown => app.node.tryGetContext(name);
  if (contextValue('deployer') !== undefined) {
    new DeployerStack(app, deployerSettings(contextValue));
  } else {
    const stage = stageNamed(String(contextValue('stage') ?? defaultStage));
    const settings = withCanary(stage, contextValue('canary'));
    // The CLI names the stacks that need their code: none for `cdk destroy`.
    const isBundled = app.node.tryGetContext(BUNDLING_STACKS)?.length !== 0;
    const bundles = isBundled ? await buildFunctions() : new Map();
    new AmplifyStack(app, settings, bundles, commitOf(import.meta.dirname));
  }
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return app;
};

/** For a rollback at once, without a change of the settings. */
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
