/** The methods of each path. A path may have parameters, e.g. `/account/keys/{id}`. */
export type PathTable = Readonly<Record<string, readonly string[]>>;

/** A known path. */
export interface KnownPath {
  /** As in the table, so nothing of the request is in it. */
  readonly path: string;
  readonly methods: readonly string[];
}

/** Finds the known path of a request; `undefined` if there is none. */
export type FindPath = (path: string) => KnownPath | undefined;

/** Finds paths in a table. Paths without parameters have precedence. */
export const pathFinder = (table: PathTable): FindPath => {
  const known = new Map(Object.entries(table).map(([path, methods]) => [path, { path, methods }]));
  const patterns = [...known.values()]
    .filter(({ path }) => path.includes('{'))
    .map((entry) => ({ entry, segments: entry.path.split('/') }));
  return (path) => {
    const segments = path.split('/');
    return known.get(path) ?? patterns.find((pattern) => isOf(pattern.segments, segments))?.entry;
  };
};

/** Whether a path matches a pattern. A parameter matches one non-empty segment. */
const isOf = (pattern: readonly string[], path: readonly string[]): boolean =>
  pattern.length === path.length &&
  pattern.every((segment, index) =>
    segment.startsWith('{') ? path[index] !== '' : segment === path[index],
  );
