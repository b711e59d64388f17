/**
 * The API's surface, on which callers' programs depend: the description without texts and examples. It may only
 * change together with the version.
 */
import { createHash } from 'node:crypto';
import type { Description } from './types.ts';

/** Digests by part, e.g. `POST /v1/shout`. */
export type Surface = Readonly<Record<string, string>>;

const prose = new Set(['summary', 'description', 'example', 'examples']);

/** A JSON replacer that drops texts and sorts members. Under `properties`, names are fields. */
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

/** The digest of a version's entry in the text of CHANGELOG.md. */
export const entryDigest = (changelog: string, version: string): string =>
  digest(changelog.split(/^## /m).find((entry) => entry.startsWith(`[${version}]`)) ?? '');

/** The names of the parts that differ. */
export const differences = (one: Surface, other: Surface): readonly string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (name) => one[name] !== other[name],
  );

export const howToChange = (
  changed: readonly string[],
  { version }: { readonly version: string },
): string => `\
The API's description differs from version ${version}: ${changed.join(', ')}.
If ${version} is not deployed yet, describe the change in CHANGELOG.md (under "Breaking" if it can break callers), and
run npm run surface -- --amend. Otherwise run npm version minor --no-git-tag-version (patch if it breaks no caller)
first, then npm run surface.`;
