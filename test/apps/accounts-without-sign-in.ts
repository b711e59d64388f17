/** An API whose routes of accounts nobody guards. */
import { App, Stack } from 'aws-cdk-lib';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { httpApi } from '../../lib/constructs/http-api.ts';
import { httpRoutes } from '../../lib/constructs/http-routes.ts';
import { endpoints } from '../../lib/settings/endpoints.ts';
import { stageNamed } from '../../lib/settings/stages.ts';

const stack = new Stack(new App({ analyticsReporting: false }), 'open-door');
const arn = 'arn:aws:lambda:us-east-1:123456789012:function:any';
const any = LambdaFunction.fromFunctionArn(stack, 'Any', arn);
const functions = new Map(endpoints.map((endpoint) => [endpoint, any]));
httpRoutes(httpApi(stack, stageNamed('prod')), functions, any, undefined);
