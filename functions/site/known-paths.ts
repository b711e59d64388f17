/** The methods of each path. A path may have parameters, e.g. `/account/keys/{id}`. */
export type PathTable = Readonly<Record<string, readonly string[]>>;

/**
 * Finds the known path of a request, first among those without parameters. The result is as in the table, so nothing of
 * the request is in it.
 */
export const findPath = (table: PathTable, path: string) => {
  const segments = path.split('/');
  const known = Object.hasOwn(table, path)
    ? path
    : Object.keys(table).find((pattern) => isOf(pattern.split('/'), segments));
  return known === undefined ? undefined : { path: known, methods: table[known] ?? [] };
};

/** Whether a path matches a pattern. A parameter matches one non-empty segment. */
const isOf = (pattern: readonly string[], path: readonly string[]): boolean =>
  pattern.length === path.length &&
  pattern.every((segment, index) =>
    segment.startsWith('{') ? path[index] !== '' : segment === path[index],
  );
