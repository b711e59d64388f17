/** The app of the stage in the context value `stage`, with the changes in the context value `changes`. */
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import cdk from '../../cdk.json' with { type: 'json' };
import { stageNamed } from '../../lib/settings/stages.ts';
import { AmplifyStack } from '../../lib/stack.ts';

const app = new App({ analyticsReporting: false, postCliContext: cdk.context });
new AmplifyStack(app, {
  ...stageNamed(app.node.getContext('stage')),
  ...app.node.tryGetContext('changes'),
});
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
