/** Finds the route of a request as API Gateway's HTTP APIs do. */

/** A matching route. */
export interface Route<Integration> {
  /** The route's key, e.g. `POST /v1/shout`. */
  readonly routeKey: string;
  readonly integration: Integration;
  /** The values of the route's parameters. */
  readonly pathParameters?: Readonly<Record<string, string>>;
}

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
): Route<Integration> | undefined => {
  const routeKey = `${method} ${path}`;
  const integration = routes.get(routeKey);
  if (integration !== undefined && !routeKey.includes('{')) return { routeKey, integration };
  for (const [key, candidate] of [...routes].sort(byGreed)) {
    const pathParameters = matchSegments(key.split('/'), routeKey.split('/'));
    if (pathParameters) return { routeKey: key, integration: candidate, pathParameters };
  }
  const rest = routes.get('$default');
  return rest && { routeKey: '$default', integration: rest };
};

/** Whether the last parameter matches the whole rest of the path. */
const isGreedy = (routeKey = ''): boolean => routeKey.endsWith('+}');

const byGreed = ([one]: [string, unknown], [other]: [string, unknown]): number =>
  Number(isGreedy(one)) - Number(isGreedy(other));

/** Returns the values of a route's parameters; undefined if the path does not match. */
const matchSegments = (
  route: readonly string[],
  path: readonly string[],
): Record<string, string> | undefined => {
  const last = route.length - 1;
  const values = isGreedy(route[last])
    ? [...path.slice(0, last), path.slice(last).join('/')]
    : path;
  if (route.length !== values.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, segment] of route.entries()) {
    const value = values[index];
    const name = segment.match(/^\{(\w+)\+?\}$/)?.[1];
    if (name && value) parameters[name] = value;
    else if (segment !== value) return undefined;
  }
  return parameters;
};
