/** What stands at which path: as it was built, and completed by what only who deploys the site knows. */
import * as v from 'valibot';
import { type Environment, readEnvironment } from '../settings/environment.ts';
import type { Entry } from './file-answer.ts';

/** A word of a header or of JSON, or some with spaces between, that can't break out of where it stands. */
const setting = v.pipe(v.string(), v.regex(/^[\w.:/-]+(?: [\w.:/-]+)*$/));

/**
 * Reads the entries. Where the site is built, nobody knows the addresses of a stage's sign-in yet: in
 * their place stands the name of a setting in braces, such as `{SIGN_IN_ISSUER}`.
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
  return new Map(Object.entries(JSON.parse(completed)));
};
