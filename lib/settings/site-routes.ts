/** The site's function, in AWS and on the local server. */
import { dashboardPath } from './sign-in.ts';
import type { Stage } from './stages.ts';

/** Its name in the template. */
export const siteFunctionId = 'SiteFunction';

/** The time-out in seconds. It waits for nothing: this is a margin for a cold start. */
export const siteTimeoutSeconds = 3;

/** The methods that it answers. A `HEAD` gets the answer to a `GET`, of which only the headers are sent. */
export const siteMethods = ['GET', 'HEAD'] as const;

/** The pages that every page links to, in this order, with their labels. A new page is a row here and one in `siteFiles`. */
const linkedPages = [
  ['/playground', 'Playground'],
  ['/docs', 'Reference'],
  ['/guide', 'Guide'],
  ['/changelog', 'Changelog'],
  [dashboardPath, 'Dashboard'],
] as const;

type HasKeys = Pick<Stage, 'keys'>;

/** The playground's path. Where callers need an issued key, `/` is a page that says how to get one. */
export const playgroundPath = ({ keys }: HasKeys): '/' | '/playground' =>
  keys.policy === 'demo' ? '/' : '/playground';

/** The links of a stage's navigation: path and label. */
export const navigation = (stage: HasKeys): readonly (readonly [path: string, label: string])[] =>
  linkedPages
    .filter(([path]) => path !== dashboardPath || stage.keys.policy === 'issued')
    .map(([path, label]) => [path === '/playground' ? playgroundPath(stage) : path, label]);

/** The paths of all pages. */
export const pagePaths = ['/', ...linkedPages.map(([path]) => path)] as const;

/** Whether a stage has a page. */
export const hasPage = (stage: HasKeys, page: string): boolean =>
  page !== '/playground' || playgroundPath(stage) === page;

/** The paths whose latency an alarm watches: CloudWatch allows an alarm ten metrics. */
export const watchedSitePaths = [
  ...pagePaths,
  '/openapi.json',
  '/docs.md',
  '/llms.txt',
  '/assets/{file}',
] as const;

/**
 * The paths that it answers. They are no endpoints: they need no key, take no slot, and are
 * not among what the description describes.
 */
export const sitePaths = [
  ...watchedSitePaths,
  `${dashboardPath}/sign-in.json`,
  '/favicon.ico',
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
