import { spawnSync } from 'node:child_process';
import { App, type AppProps, Validations } from 'aws-cdk-lib';
import { BUNDLING_STACKS } from 'aws-cdk-lib/cx-api';
import { AwsSolutionsChecks } from 'cdk-nag';
import cdk from '../../cdk.json' with { type: 'json' };
import { buildFunctions } from '../bundles/bundles.ts';
import { defaultStage, missingSettings, stageNamed } from '../settings/stages.ts';
import { DeployerStack, deployerSettings } from './deployer-stack.ts';
import { AmplifyStack } from './stack.ts';

/**
 * The CDK app of one stage, by the context value `stage`. The context value `canary=false` deploys at once, whatever
 * the stage's row says. `draft=true` synthesizes a stage that can't be deployed: one whose row may be incomplete, in an
 * account that nobody has. With the context value `deployer`, it is the stack that lets a GitHub repository deploy.
 *
 * Synthesis checks the templates: violations of CloudFormation's rules (by a flag in cdk.json) and of cdk-nag
 * are errors.
 *
 * @throws {RangeError} for an unknown or incomplete stage, invalid plans or an invalid region or context value.
 */
export const amplifyApp = async (props: AppProps = {}): Promise<App> => {
  const app = new App({
    analyticsReporting: false,
    ...props,
    // The CLI passes the flags of cdk.json. Programs without the CLI need them, too.
    postCliContext: cdk.context,
  });
  const contextValue = (name: string): unknown => app.node.tryGetContext(name);
  const isSet = (name: string, only: string): boolean => {
    const value = contextValue(name);
    if (value === undefined || String(value) === only) return value !== undefined;
    throw new RangeError(`The context value "${name}" can only be "${only}", not "${value}".`);
  };
  if (contextValue('deployer') !== undefined) {
    new DeployerStack(app, deployerSettings(contextValue));
  } else {
    const stage = stageNamed(String(contextValue('stage') ?? defaultStage));
    const isDraft = isSet('draft', 'true');
    const missing = isDraft ? [] : missingSettings(stage);
    if (missing.length > 0) {
      throw new RangeError(
        `Stage "${stage.name}" keeps its data, and can't be deployed without ${missing.join(', ')}: complete its row in lib/settings/stages.ts, or add -c draft=true to synthesize it without deploying.`,
      );
    }
    const { monitoring, env } = stage;
    const settings = {
      ...stage,
      ...(isSet('canary', 'false') &&
        monitoring && { monitoring: { ...monitoring, canary: false } }),
      ...(isDraft && { env: { region: 'us-east-1', ...env, account: '000000000000' } }),
    };
    // The CLI names the stacks that need their code: none for `cdk destroy`.
    const isBundled = app.node.tryGetContext(BUNDLING_STACKS)?.length !== 0;
    const bundles = isBundled ? await buildFunctions() : new Map();
    new AmplifyStack(app, settings, bundles, readCommit(import.meta.dirname));
  }
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return app;
};

/** The commit checked out in a folder, with `-dirty` if files differ from it. `undefined` outside of git. */
export const readCommit = (folder: string): string | undefined => {
  const runGit = (...args: readonly string[]): string | undefined => {
    // No locks: other git commands may be running.
    const options = ['--no-optional-locks', ...args];
    const { status, stdout } = spawnSync('git', options, { cwd: folder, encoding: 'utf8' });
    return status === 0 ? stdout.trim() : undefined;
  };
  const commit = runGit('rev-parse', '--verify', 'HEAD');
  return commit && runGit('status', '--porcelain') !== '' ? `${commit}-dirty` : commit;
};
