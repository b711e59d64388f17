/** The site's function, in AWS and on the local server. */
import type { Stage } from './stages.ts';

export const siteFunctionId = 'SiteFunction';

export const dashboardPath = '/dashboard';

/** The methods of its paths. `HEAD` gets the headers of `GET`. */
export const siteMethods = ['GET', 'HEAD'] as const;

/** The pages in the navigation, in this order, with their labels. `lib/site/files.ts` says what builds each. */
const linkedPages = [
  ['/', 'Playground'],
  ['/docs', 'Reference'],
  ['/guide', 'Guide'],
  ['/changelog', 'Changelog'],
  [dashboardPath, 'Dashboard'],
] as const;

/** The links of a stage's navigation: path and label. */
export const navigation = (
  stage: Pick<Stage, 'keys'>,
): readonly (readonly [path: string, label: string])[] =>
  linkedPages.filter(([path]) => path !== dashboardPath || stage.keys.policy === 'issued');

export const pagePaths = linkedPages.map(([path]) => path);

/**
 * The paths of the site, of which a stage may lack some. They are not part of the API: they need no key, use no slot,
 * and are not in its description.
 */
export const sitePaths = [
  ...pagePaths,
  '/playground',
  '/openapi.json',
  '/docs.md',
  '/llms.txt',
  '/.well-known/security.txt',
  '/assets/{file}',
  '/favicon.ico',
] as const;

/** The site's routes in API Gateway's form, e.g. `GET /docs`. */
export const siteRouteKeys: readonly string[] = sitePaths.flatMap((path) =>
  siteMethods.map((method) => `${method} ${path}`),
);

/** The route for unknown paths, and for known ones with another method. */
export const defaultRouteKey = '$default';

/**
 * The route of preflights, on any path. The default route would also take them, but anybody can use up its
 * throttle, and browsers could then not call the API.
 *
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html
 */
export const preflightRoute = { method: 'OPTIONS', path: '/{proxy+}' } as const;

export const preflightRouteKey = `${preflightRoute.method} ${preflightRoute.path}`;

/** The routes of the site's function besides the site's own. */
export const catchAllRouteKeys: readonly string[] = [preflightRouteKey, defaultRouteKey];
