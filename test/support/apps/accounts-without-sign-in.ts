/** An API whose account routes have no authorizer. */
import { App, Stack } from 'aws-cdk-lib';
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { liveAlias } from '../../../lib/infrastructure/constructs/gradual-deployment.ts';
import { httpApi, httpRoutes } from '../../../lib/infrastructure/constructs/http-api.ts';
import { endpoints } from '../../../lib/settings/endpoints.ts';
import { stageNamed } from '../../../lib/settings/stages.ts';

const stack = new Stack(new App({ analyticsReporting: false }), 'open-door');
const any = liveAlias(
  stack,
  new LambdaFunction(stack, 'Any', {
    code: Code.fromInline(' '),
    handler: 'index.handler',
    runtime: Runtime.NODEJS_24_X,
  }),
);
const functions = new Map(endpoints.map((endpoint) => [endpoint, any]));
httpRoutes(httpApi(stack, stageNamed('prod')), functions, any, undefined);
