/** An app with every stage, which builds shared parts once. */
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import cdk from '../../../cdk.json' with { type: 'json' };
import { AmplifyStack } from '../../../lib/infrastructure/stack.ts';
import { buildFunctions } from '../../../lib/settings/bundling.ts';
import { stageNamed, stageNames } from '../../../lib/settings/stages.ts';

const app = new App({ analyticsReporting: false, postCliContext: cdk.context });
const bundles = await buildFunctions();
for (const name of stageNames) new AmplifyStack(app, stageNamed(name), bundles);
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
