/** The methods that each path answers, by the paths: one may have parameters, e.g. `/account/keys/{id}`. */
export type PathTable = Readonly<Record<string, readonly string[]>>;

/** A path that there is. */
export interface KnownPath {
  /** As the table has it: nothing of a request stands in it. */
  readonly path: string;
  readonly methods: readonly string[];
}

/** Finds what there is at a path of a request; `undefined` where there is nothing. */
export type FindPath = (path: string) => KnownPath | undefined;

/** Finds paths in a table. One without parameters goes before one with them. */
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

/** Whether a path is one of a pattern's. A parameter stands for a whole segment, and not for an empty one. */
const isOf = (pattern: readonly string[], path: readonly string[]): boolean =>
  pattern.length === path.length &&
  pattern.every((segment, index) =>
    segment.startsWith('{') ? path[index] !== '' : segment === path[index],
  );
