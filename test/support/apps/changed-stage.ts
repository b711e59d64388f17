/** An app with the stage, changes and commit of the context values `stage`, `changes` and `commit`. */
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import cdk from '../../../cdk.json' with { type: 'json' };
import { AmplifyStack } from '../../../lib/infrastructure/stack.ts';
import { stageNamed } from '../../../lib/settings/stages.ts';

const app = new App({ analyticsReporting: false, postCliContext: cdk.context });
const { changes, commit } = app.node.getAllContext();
const stage = { ...stageNamed(app.node.getContext('stage')), ...changes };
new AmplifyStack(app, stage, new Map(), commit);
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
