/**
 * What programs that call the API are written against: the description without its prose and examples.
 * It changes with the version of the service and never without.
 */
import { createHash } from 'node:crypto';
import type { Description } from './types.ts';

/** The digest of each part of a description, by the part's name, e.g. `POST /v1/shout`. */
export type Surface = Readonly<Record<string, string>>;

/** The surface that a version of the service has. */
export interface VersionedSurface {
  readonly version: string;
  readonly parts: Surface;
}

const prose = new Set(['summary', 'description', 'example', 'examples']);

/** What is left of a value without prose, in an order of its own. The names of fields are no prose. */
const essence = (key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .filter(([name]) => key === 'properties' || !prose.has(name))
          .sort(([one], [other]) => (one < other ? -1 : 1)),
      )
    : value;

const digest = (part: unknown): string =>
  createHash('sha256').update(JSON.stringify(part, essence)).digest('hex').slice(0, 16);

/** The surface of a description. */
export const surfaceOf = ({ paths, security, components }: Description): Surface =>
  Object.fromEntries([
    ...Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => [
        `${method.toUpperCase()} ${path}`,
        digest({ security, ...operation }),
      ]),
    ),
    ...Object.entries(components).flatMap(([kind, named]) =>
      Object.entries(named).map(([name, component]) => [`${kind}/${name}`, digest(component)]),
    ),
  ]);

/** The names of the parts in which two surfaces differ. */
export const differences = (one: Surface, other: Surface): readonly string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (name) => one[name] !== other[name],
  );

/** What to do about a surface that changed under an unchanged version. */
export const howToChange = (changed: readonly string[], { version }: VersionedSurface): string => `\
The API's description is not that of version ${version} any more. What differs: ${changed.join(', ')}.
If ${version} is not deployed yet, say in CHANGELOG.md what callers will see (under "Breaking", if it can break one),
and run npm run surface -- --amend. Otherwise give package.json a new version first (npm version minor
--no-git-tag-version if it breaks callers, else patch), and run npm run surface.`;
