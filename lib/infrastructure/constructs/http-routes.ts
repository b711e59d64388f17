import { type HttpApi, HttpMethod, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { type Endpoint, functionId, methodsOf } from '../settings/endpoints.ts';
import { accountScopes } from '../settings/sign-in.ts';
import { preflightRoute, siteFunctionId, siteMethods, sitePaths } from '../settings/site-routes.ts';
import type { Live } from './gradual-deployment.ts';
import { LiveIntegration } from './live-integration.ts';
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
    ...sitePaths.flatMap((path) =>
      api.addRoutes({
        path,
        methods: siteMethods.map((method) => HttpMethod[method]),
        integration: pages,
      }),
    ),
    ...api.addRoutes({
      path: preflightRoute.path,
      methods: [HttpMethod[preflightRoute.method]],
      integration: pages,
    }),
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
