import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  type CfnStage,
  type DomainName,
  type HttpApi,
  type HttpRoute,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { type Endpoint, endpointsOf, routeKeys } from '../../settings/endpoints.ts';
import { defaultRouteKey, preflightRouteKey, siteRouteKeys } from '../../settings/site-routes.ts';
import type { Stage, Throttle } from '../../settings/stages.ts';
import { logGroup, vendedLogName } from './log-group.ts';

/** Deploys the API's stage with its throttles and access log, and its domain if it has one. */
export const httpStage = (
  scope: Construct,
  stage: Stage,
  api: HttpApi,
  routes: readonly HttpRoute[],
  domainName: DomainName | undefined,
): { readonly apiStage: HttpStage; readonly accessLogs: LogGroup } => {
  const accessLogs = logGroup(scope, 'ApiAccessLogs', stage, vendedLogName(stage, 'access'));
  const apiStage = new HttpStage(scope, 'ApiStage', {
    httpApi: api,
    stageName: '$default',
    autoDeploy: true,
    throttle: {
      rateLimit: stage.throttle.requestsPerSecond,
      burstLimit: stage.throttle.burst,
    },
    accessLogSettings: {
      destination: new LogGroupLogDestination(accessLogs),
      format: accessLogFormat,
    },
    ...(domainName && { domainMapping: { domainName } }),
  });
  (apiStage.node.defaultChild as CfnStage).routeSettings = routeSettings(stage);
  // Route settings need their routes to exist.
  apiStage.node.addDependency(...routes);
  return { apiStage, accessLogs };
};

/** The routes with limits of their own, in CloudFormation's form. */
const routeSettings = (stage: Stage) =>
  Object.fromEntries([
    ...endpointsOf(stage).flatMap((endpoint) => {
      const throttle = throttleOf(stage, endpoint);
      return throttle ? routeKeys(endpoint).map((key) => [key, limits(throttle)]) : [];
    }),
    ...siteRouteKeys.map((key) => [key, limits(stage.siteThrottle)]),
    [preflightRouteKey, limits(stage.openThrottle)],
    [defaultRouteKey, limits(stage.unknownThrottle)],
  ]);

const throttleOf = ({ keys, openThrottle }: Stage, { access, name }: Endpoint) => {
  if (access === 'open') return openThrottle;
  if (access !== 'account' || keys.policy !== 'issued') return undefined;
  return name === 'usage' ? keys.accounts.usageThrottle : keys.accounts.throttle;
};

const limits = ({ requestsPerSecond, burst }: Throttle) => ({
  ThrottlingRateLimit: requestsPerSecond,
  ThrottlingBurstLimit: burst,
});

/**
 * A line of the access log, of at most 0.4 KB. It contains no header, no body and nothing else that a caller writes, so
 * neither key nor text, and nobody can make the log long.
 *
 * All values are strings: API Gateway writes `-` for an unknown number, which would make the line invalid JSON.
 *
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging-variables.html
 */
const accessLogFormat = AccessLogFormat.custom(
  JSON.stringify({
    time: '$context.requestTime',
    requestId: '$context.requestId',
    lambdaRequestId: '$context.integration.requestId',
    sourceIp: '$context.identity.sourceIp',
    routeKey: '$context.routeKey',
    status: '$context.status',
    responseLength: '$context.responseLength',
    /** Lambda's own, not the function's: 429 if it had no capacity, and `-` if API Gateway did not call it. */
    integrationStatus: '$context.integration.integrationStatus',
    latencyMs: '$context.responseLatency',
    integrationError: '$context.integrationErrorMessage',
    gatewayError: '$context.error.message',
  }),
);
