/** The site's function, in AWS and on the local server. */
import { dashboardPath } from './sign-in.ts';

/** The function's logical id. */
export const siteFunctionId = 'SiteFunction';

/** A margin for a cold start: the function calls no other service. */
export const siteTimeoutSeconds = 3;

export const siteMethods = ['GET', 'HEAD'] as const;

/** The site's paths. They need no key, take no slot, and are not part of the API's description. */
export const sitePaths = [
  '/',
  '/docs',
  '/playground',
  dashboardPath,
  `${dashboardPath}/sign-in.json`,
  '/openapi.json',
  '/docs.md',
  '/llms.txt',
  '/assets/{file}',
] as const;

/** In API Gateway's terms, e.g. `GET /docs`. */
export const siteRouteKeys: readonly string[] = sitePaths.flatMap((path) =>
  siteMethods.map((method) => `${method} ${path}`),
);

/** Matches unknown paths and wrong methods. */
export const defaultRouteKey = '$default';

/**
 * Matches browsers' preflight requests. The default route would match them too, but anyone who tries out paths
 * can exhaust its throttle, and then browsers could no longer call the API.
 *
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html
 */
export const preflightRoute = { method: 'OPTIONS', path: '/{proxy+}' } as const;

/** Further routes of the site's function. */
export const catchAllRouteKeys: readonly string[] = [
  `${preflightRoute.method} ${preflightRoute.path}`,
  defaultRouteKey,
];
