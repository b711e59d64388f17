/** Reads the site's entries, and inserts what only the deployment knows. */
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { type Environment, readEnvironment } from '../settings/environment.ts';
import type { Entry } from './file-answer.ts';
import { fill, placeholder } from './placeholders.ts';

const origin = String.raw`https?://[\w.-]+(?::\d+)?`;

/** Origins stand in samples of code and in headers, where they can't be escaped. */
const variables = {
  BASE_URL: v.pipe(v.string(), v.regex(new RegExp(`^${origin}$`))),
  SIGN_IN_ISSUER: v.string(),
  SIGN_IN_CLIENT_ID: v.string(),
  SIGN_IN_ORIGINS: v.pipe(v.string(), v.regex(new RegExp(`^${origin}(?: ${origin})*$`))),
};

type Variable = keyof typeof variables;

const names = Object.keys(variables) as readonly Variable[];

/** Whether a text contains placeholders for what only the deployment knows. */
export const isOpen = (text: Buffer | string): boolean =>
  names.some((name) => text.includes(placeholder(name)));

/**
 * Reads the entries. A body with placeholders gets its `ETag` here, once it is complete.
 *
 * @param text - JSON: the entries by path.
 * @throws {Error} if a setting of which there is a placeholder is missing or malformed. The message names it.
 */
export const readEntries = (text: string, environment: Environment): ReadonlyMap<string, Entry> => {
  const used = names.filter((name) => text.includes(placeholder(name)));
  const schema = v.object(Object.fromEntries(used.map((name) => [name, variables[name]])));
  const values = readEnvironment(schema, environment);
  const entries = Object.entries<Entry>(JSON.parse(text));
  return new Map(entries.map(([path, entry]) => [path, complete(entry, values)]));
};

const complete = (entry: Entry, values: Readonly<Partial<Record<Variable, string>>>): Entry => {
  const headers = Object.fromEntries(
    Object.entries(entry.headers).map(([name, value]) => [name, fill(value, '', values)]),
  );
  if (entry.body === undefined) return { ...entry, headers };
  const body = fill(entry.body, String(headers['Content-Type']), values);
  const digest = createHash('sha256').update(body).digest('hex').slice(0, 32);
  return { ...entry, headers: { ...headers, ETag: `W/"${digest}"` }, body };
};
