/** Reads the site's entries, and inserts the stage's settings. */
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { type Environment, readEnvironment } from '../settings/environment.ts';
import type { Entry } from './file-answer.ts';

/** Values that are safe in a header and in JSON: words, possibly with spaces between. */
const setting = v.pipe(v.string(), v.regex(/^[\w.:/-]+(?: [\w.:/-]+)*$/));

/**
 * Reads the entries. At build time the addresses of the stage and its sign-in are unknown, so entries contain
 * placeholders such as `{SIGN_IN_ISSUER}`. A body gets its `ETag` here, once it is complete.
 *
 * @param text - JSON: the entries by path.
 * @throws {Error} if a setting is missing or malformed. The message names it.
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
