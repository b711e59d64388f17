/** Which route a request takes, as API Gateway's HTTP APIs choose it. */

/** What is known of a request by its route. */
export interface Route<Integration> {
  /** The route's key, e.g. `POST /v1/shout`. */
  readonly routeKey: string;
  readonly integration: Integration;
  /** What stands in the path for the route's parameter. */
  readonly pathParameters?: Readonly<Record<string, string>>;
}

/**
 * The route of a request; undefined when there is none. A full match goes before one with a parameter,
 * which may be the last segment of a path: `GET /assets/{file}`.
 */
export const findRoute = <Integration>(
  routes: ReadonlyMap<string, Integration>,
  method: string,
  path: string,
): Route<Integration> | undefined => {
  const routeKey = `${method} ${path}`;
  const integration = routes.get(routeKey);
  if (integration !== undefined) return { routeKey, integration };
  const end = routeKey.lastIndexOf('/') + 1;
  const value = routeKey.slice(end);
  for (const [key, candidate] of routes) {
    const name = key.startsWith(routeKey.slice(0, end)) && key.slice(end).match(/^\{(\w+)\}$/)?.[1];
    if (name && value !== '') {
      return { routeKey: key, integration: candidate, pathParameters: { [name]: value } };
    }
  }
  return undefined;
};
