/** What stands at which path: as it was built, and completed by what only who deploys the site knows. */
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { type Environment, readEnvironment } from '../settings/environment.ts';
import type { Entry } from './file-answer.ts';

/** A word of a header or of JSON, or some with spaces between, that can't break out of where it stands. */
const setting = v.pipe(v.string(), v.regex(/^[\w.:/-]+(?: [\w.:/-]+)*$/));

/**
 * Reads the entries. Where the site is built, nobody knows the addresses of a stage and its sign-in yet:
 * in their place stands the name of a setting in braces, such as `{SIGN_IN_ISSUER}`. A body, which is
 * whole only then, gets its `ETag` here.
 *
 * @param text - JSON: the entries by their paths.
 * @throws {Error} when such a setting is missing or malformed; the message names it.
 */
export const readEntries = (text: string, environment: Environment): ReadonlyMap<string, Entry> => {
  const names = [...text.matchAll(/\{([A-Z_]+)\}/g)].map(([, name = '']) => name);
  const settings = readEnvironment(
    v.object(Object.fromEntries(names.map((name) => [name, setting]))),
    environment,
  );
  const completed = text.replaceAll(/\{([A-Z_]+)\}/g, (_, name: string) => `${settings[name]}`);
  const entries = Object.entries<Entry>(JSON.parse(completed));
  return new Map(entries.map(([path, entry]) => [path, tagged(entry)]));
};

const tagged = (entry: Entry): Entry => {
  if (entry.body === undefined) return entry;
  const digest = createHash('sha256').update(entry.body).digest('hex').slice(0, 32);
  return { ...entry, headers: { ...entry.headers, ETag: `W/"${digest}"` } };
};
