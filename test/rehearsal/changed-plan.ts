/** A CDK app: the stage dev with another plan. */
import { App } from 'aws-cdk-lib';
import cdk from '../../cdk.json' with { type: 'json' };
import { buildFunctions } from '../../lib/bundles/bundles.ts';
import { AmplifyStack } from '../../lib/infrastructure/stack.ts';
import { stageNamed } from '../../lib/settings/stages.ts';

const plan = { name: 'demo', limit: 60, windowSeconds: 60 };
const stage = { ...stageNamed('dev'), keys: { policy: 'demo', revoked: [], plan } } as const;
const app = new App({ analyticsReporting: false, postCliContext: cdk.context });
new AmplifyStack(app, stage, await buildFunctions(), undefined);
