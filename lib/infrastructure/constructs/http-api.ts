import { Duration, Validations } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  type CfnStage,
  CorsHttpMethod,
  DomainName,
  HttpApi,
  HttpMethod,
  HttpRoute,
  type HttpRouteIntegrationBindOptions,
  type HttpRouteIntegrationConfig,
  HttpRouteKey,
  HttpStage,
  LogGroupLogDestination,
  SecurityPolicy,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { Construct } from 'constructs';
import { cors } from '../../settings/cors.ts';
import {
  type Endpoint,
  functionId,
  routeKeys,
  routeMethods,
  stageEndpoints,
} from '../../settings/endpoints.ts';
import { accountScopes } from '../../settings/sign-in-settings.ts';
import {
  defaultRouteKey,
  preflightRoute,
  preflightRouteKey,
  siteFunctionId,
  siteMethods,
  sitePaths,
  siteRouteKeys,
} from '../../settings/site-routes.ts';
import type { Domain, Stage, Throttle } from '../../settings/stages.ts';
import type { CognitoSignIn } from './cognito-sign-in.ts';
import type { LiveAlias } from './gradual-deployment.ts';
import { logGroup, vendedLogName } from './log-group.ts';

/** Deploys the HTTP API with its CORS settings. The routes are added later, since functions need its address first. */
export const httpApi = (scope: Construct, stage: Stage): HttpApi => {
  const api = new HttpApi(scope, 'Api', {
    apiName: `amplify-${stage.name}`,
    createDefaultStage: false,
    disableExecuteApiEndpoint: stage.domain?.disableExecuteApiEndpoint ?? false,
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
      'Accounts have an authorizer. Of the other routes the functions check API keys themselves, and the site needs none: an authorizer would be a second function to wait and pay for.',
  });
  return api;
};

/** Deploys a domain name, for TLS 1.2 or later. The operator points its DNS here. */
export const customDomain = (scope: Construct, { name, certificateArn }: Domain): DomainName =>
  new DomainName(scope, 'Domain', {
    domainName: name,
    securityPolicy: SecurityPolicy.TLS_1_2,
    certificate: Certificate.fromCertificateArn(scope, 'Certificate', certificateArn),
  });

/**
 * Deploys the routes of all endpoints and site paths, and the default routes. Only account routes have the
 * sign-in's authorizer.
 */
export const httpRoutes = (
  api: HttpApi,
  functions: ReadonlyMap<Endpoint, LiveAlias>,
  site: LiveAlias,
  signIn: CognitoSignIn | undefined,
): readonly HttpRoute[] => {
  const pages = new LiveIntegration(siteFunctionId, site);
  const toPages = (path: string, methods: readonly (keyof typeof HttpMethod)[]) =>
    api.addRoutes({ path, methods: methods.map((verb) => HttpMethod[verb]), integration: pages });
  return [
    ...[...functions].flatMap(([endpoint, handler]) =>
      api.addRoutes({
        path: endpoint.path,
        methods: routeMethods(endpoint).map((method) => HttpMethod[method]),
        integration: new LiveIntegration(functionId(endpoint), handler),
        ...(endpoint.access === 'account' && {
          // Throws without a sign-in: an account route must never be open.
          authorizer: (signIn as CognitoSignIn).authorizer,
          authorizationScopes: [...accountScopes],
        }),
      }),
    ),
    ...sitePaths.flatMap((path) => toPages(path, siteMethods)),
    ...toPages(preflightRoute.path, [preflightRoute.method]),
    new HttpRoute(api, 'DefaultRoute', {
      httpApi: api,
      routeKey: HttpRouteKey.DEFAULT,
      integration: pages,
    }),
  ];
};

/**
 * An integration with a function's alias, written as the function's ARN and the alias's name. AWS also accepts
 * a reference to the alias, but `sam local start-api` then finds no function.
 */
class LiveIntegration extends HttpLambdaIntegration {
  readonly #uri: string;

  constructor(id: string, alias: LiveAlias) {
    super(id, alias);
    this.#uri = `${alias.lambda.functionArn}:${alias.aliasName}`;
  }

  override bind(options: HttpRouteIntegrationBindOptions): HttpRouteIntegrationConfig {
    return { ...super.bind(options), uri: this.#uri };
  }
}

/** Deploys the API's stage with its throttles and access log, and its domain if it has one. */
export const httpStage = (
  scope: Construct,
  stage: Stage,
  api: HttpApi,
  routes: readonly HttpRoute[],
  domainName: DomainName | undefined,
) => {
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
    ...stageEndpoints(stage).flatMap((endpoint) => {
      const throttle = routeThrottle(stage, endpoint);
      return throttle ? routeKeys(endpoint).map((key) => [key, limits(throttle)]) : [];
    }),
    ...siteRouteKeys.map((key) => [key, limits(stage.siteThrottle)]),
    [preflightRouteKey, limits(stage.openThrottle)],
    [defaultRouteKey, limits(stage.unknownThrottle)],
  ]);

const routeThrottle = ({ keys, openThrottle }: Stage, { access, name }: Endpoint) => {
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
