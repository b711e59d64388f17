/** The site's function, in AWS and on the local server. */
import { dashboardPath } from './sign-in.ts';

/** Its name in the template. */
export const siteFunctionId = 'SiteFunction';

/** The time-out in seconds. It waits for nothing: this is a margin for a cold start. */
export const siteTimeoutSeconds = 3;

/** The methods that it answers. A `HEAD` gets the answer to a `GET`, of which only the headers are sent. */
export const siteMethods = ['GET', 'HEAD'] as const;

/**
 * The paths that it answers. They are no endpoints: they need no key, take no slot, and are
 * not among what the description describes.
 */
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

/** The site's routes in API Gateway's terms, e.g. `GET /docs`. */
export const siteRouteKeys: readonly string[] = sitePaths.flatMap((path) =>
  siteMethods.map((method) => `${method} ${path}`),
);

/** The route that takes what no other does: unknown paths, and known ones with another method. */
export const defaultRouteKey = '$default';

/**
 * Takes the preflights of browsers, whatever their path. The default route would take them as well, since it takes
 * what API Gateway would else answer by itself, but whoever tries out paths can use up its throttle, and browsers
 * could no longer call the API.
 *
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html
 */
export const preflightRoute = { method: 'OPTIONS', path: '/{proxy+}' } as const;

/** The routes that lead to the site's function without being the site's. */
export const catchAllRouteKeys: readonly string[] = [
  `${preflightRoute.method} ${preflightRoute.path}`,
  defaultRouteKey,
];
