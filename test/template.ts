/** The stack's template for any settings, in this process: unbuilt, and without the checks of the app. */
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import cdk from '../cdk.json' with { type: 'json' };
import { type Stage, stageNamed } from '../lib/settings/stages.ts';
import { AmplifyStack } from '../lib/stack.ts';
import { unbundled } from './synth.ts';

/** The template of a stage with some settings changed. */
export const templateOf = (stage: string, changes: Partial<Stage> = {}): Template => {
  const app = new App({
    analyticsReporting: false,
    builtinCloudFormationValidation: false,
    context: { ...cdk.context, ...unbundled },
  });
  return Template.fromStack(new AmplifyStack(app, { ...stageNamed(stage), ...changes }));
};
