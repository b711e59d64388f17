/** Which route a request takes, as API Gateway's HTTP APIs choose it. */

/** What is known of a request by its route. */
export interface Route<Integration> {
  /** The route's key, e.g. `POST /v1/shout`. */
  readonly routeKey: string;
  readonly integration: Integration;
  /** What stands in the path for the route's parameters. */
  readonly pathParameters?: Readonly<Record<string, string>>;
}

/**
 * The route of a request; undefined when there is none. A full match goes before one with parameters, each of
 * which is a whole segment of a path (`GET /assets/{file}`), that before one whose last parameter is the rest of
 * the path (`OPTIONS /{proxy+}`), and that before `$default`.
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

/** Whether a route's last parameter is all that is left of a path. */
const isGreedy = (routeKey = ''): boolean => routeKey.endsWith('+}');

const byGreed = ([one]: [string, unknown], [other]: [string, unknown]): number =>
  Number(isGreedy(one)) - Number(isGreedy(other));

/** What stands for each parameter of a route; undefined when the path is none of the route's. */
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
