/** Finds the route of a request as API Gateway's HTTP APIs do. */

/**
 * Finds a request's route. An exact match has priority over one with parameters (`GET /assets/{file}`), that over a
 * greedy one (`OPTIONS /{proxy+}`), and that over `$default`. A parameter is a whole path segment.
 *
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html
 */
export const findRoute = <Integration>(
  routes: ReadonlyMap<string, Integration>,
  method: string,
  path: string,
) => {
  const byPriority = [...routes].sort(([one], [other]) => rankOf(one) - rankOf(other));
  for (const [routeKey, integration] of byPriority) {
    const match = `${method} ${path}`.match(patternOf(routeKey));
    if (match)
      return { routeKey, integration, ...(match.groups && { pathParameters: match.groups }) };
  }
  return undefined;
};

const rankOf = (routeKey: string): number => {
  if (routeKey === '$default') return 3;
  if (routeKey.endsWith('+}')) return 2;
  return routeKey.includes('{') ? 1 : 0;
};

const patternOf = (routeKey: string): RegExp => {
  if (routeKey === '$default') return /^/;
  const source = routeKey.replace(
    /\{(\w+)(\+?)\}|[^{]+/g,
    (text: string, name?: string, greedy?: string) =>
      name ? `(?<${name}>${greedy ? '.+' : '[^/]+'})` : text.replaceAll(/\W/g, '\\$&'),
  );
  return new RegExp(`^${source}$`);
};
