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
  '/assets/{file}',
] as const;

/** The site's routes in API Gateway's terms, e.g. `GET /docs`. */
export const siteRouteKeys: readonly string[] = sitePaths.flatMap((path) =>
  siteMethods.map((method) => `${method} ${path}`),
);
