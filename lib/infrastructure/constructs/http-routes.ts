import {
  type HttpApi,
  HttpMethod,
  HttpRoute,
  type HttpRouteIntegrationBindOptions,
  type HttpRouteIntegrationConfig,
  HttpRouteKey,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { type Endpoint, functionId, methodsOf } from '../../settings/endpoints.ts';
import { accountScopes } from '../../settings/sign-in.ts';
import {
  preflightRoute,
  siteFunctionId,
  siteMethods,
  sitePaths,
} from '../../settings/site-routes.ts';
import type { Live } from './gradual-deployment.ts';
import type { SignIn } from './sign-in.ts';

/**
 * Deploys the routes of all endpoints and site paths, and the default routes. Only account routes have the
 * sign-in's authorizer.
 */
export const httpRoutes = (
  api: HttpApi,
  functions: ReadonlyMap<Endpoint, Live>,
  site: Live,
  signIn: SignIn | undefined,
): readonly HttpRoute[] => {
  const pages = new LiveIntegration(siteFunctionId, site);
  const toPages = (path: string, methods: readonly (keyof typeof HttpMethod)[]) =>
    api.addRoutes({ path, methods: methods.map((one) => HttpMethod[one]), integration: pages });
  return [
    ...[...functions].flatMap(([endpoint, handler]) =>
      api.addRoutes({
        path: endpoint.path,
        methods: methodsOf(endpoint).map((method) => HttpMethod[method]),
        integration: new LiveIntegration(functionId(endpoint), handler),
        ...(endpoint.access === 'account' && {
          authorizer: authorizerOf(signIn),
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

/** @throws {TypeError} without a sign-in: an account route must never be open. */
const authorizerOf = (signIn: SignIn | undefined): SignIn['authorizer'] => {
  if (signIn === undefined) throw new TypeError('Accounts need a sign-in.');
  return signIn.authorizer;
};

/**
 * An integration with a function's alias, written as the function's ARN and the alias's name. AWS also accepts
 * a reference to the alias, but `sam local start-api` then finds no function.
 */
class LiveIntegration extends HttpLambdaIntegration {
  readonly #uri: string;

  constructor(id: string, alias: Live) {
    super(id, alias);
    this.#uri = `${alias.lambda.functionArn}:${alias.aliasName}`;
  }

  override bind(options: HttpRouteIntegrationBindOptions): HttpRouteIntegrationConfig {
    return { ...super.bind(options), uri: this.#uri };
  }
}
