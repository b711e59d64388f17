import { Duration, Validations } from 'aws-cdk-lib';
import {
  type CfnStage,
  CorsHttpMethod,
  type DomainName,
  HttpApi,
  HttpMethod,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { cors } from '../settings/cors.ts';
import { type Endpoint, functionId, routeKey } from '../settings/endpoints.ts';
import { siteFunctionId, siteMethods, sitePaths, siteRouteKeys } from '../settings/site-routes.ts';
import type { Stage, Throttle } from '../settings/stages.ts';
import { accessLogFormat } from './access-log.ts';
import { logGroup } from './log-group.ts';

/** What the HTTP API is made of. */
export interface DeployedApi {
  readonly api: HttpApi;
  readonly accessLogs: LogGroup;
}

/** Deploys the HTTP API: a route for each endpoint and each of the site's paths, CORS, throttling and the access log. */
export const httpApi = (
  scope: Construct,
  stage: Stage,
  functions: ReadonlyMap<Endpoint, IFunction>,
  site: IFunction,
  domainName: DomainName | undefined,
): DeployedApi => {
  const api = new HttpApi(scope, 'Api', {
    apiName: `amplify-${stage.name}`,
    createDefaultStage: false,
    corsPreflight: {
      allowOrigins: [...cors.allowOrigins],
      allowMethods: cors.allowMethods.map((method) => CorsHttpMethod[method]),
      allowHeaders: [...cors.allowHeaders],
      exposeHeaders: [...cors.exposeHeaders],
      maxAge: Duration.seconds(cors.maxAgeSeconds),
    },
  });
  Validations.of(api).acknowledge({
    id: 'AwsSolutions::AwsSolutions-APIG4',
    reason:
      'The functions check API keys themselves, and the site needs none: an authorizer would be a second function to wait and pay for.',
  });
  const pages = new HttpLambdaIntegration(siteFunctionId, site);
  const routes = [
    ...[...functions].flatMap(([endpoint, handler]) =>
      api.addRoutes({
        path: endpoint.path,
        methods: [HttpMethod[endpoint.method]],
        integration: new HttpLambdaIntegration(functionId(endpoint), handler),
      }),
    ),
    ...sitePaths.flatMap((path) =>
      api.addRoutes({
        path,
        methods: siteMethods.map((method) => HttpMethod[method]),
        integration: pages,
      }),
    ),
  ];
  const accessLogs = logGroup(scope, 'ApiAccessLogs', stage);
  const deployed = new HttpStage(scope, 'ApiStage', {
    httpApi: api,
    stageName: '$default',
    autoDeploy: true,
    throttle: {
      rateLimit: stage.throttle.requestsPerSecond,
      burstLimit: stage.throttle.burst,
    },
    accessLogSettings: {
      destination: new LogGroupLogDestination(accessLogs),
      format: accessLogFormat(stage),
    },
    ...(domainName && { domainMapping: { domainName } }),
  });
  (deployed.node.defaultChild as CfnStage).routeSettings = routeSettings(stage, [
    ...functions.keys(),
  ]);
  // A stage can't be told of a route that is not there yet.
  deployed.node.addDependency(...routes);
  return { api, accessLogs };
};

/** The routes with limits of their own, as CloudFormation passes them on to API Gateway. */
const routeSettings = ({ modelThrottle, siteThrottle }: Stage, endpoints: readonly Endpoint[]) => {
  const asking = endpoints.filter(({ asksModel }) => asksModel);
  return Object.fromEntries([
    ...asking.map((endpoint) => [routeKey(endpoint), limits(modelThrottle)]),
    ...siteRouteKeys.map((key) => [key, limits(siteThrottle)]),
  ]);
};

const limits = ({ requestsPerSecond, burst }: Throttle) => ({
  ThrottlingRateLimit: requestsPerSecond,
  ThrottlingBurstLimit: burst,
});
