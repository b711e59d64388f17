/** What the build leaves open in the site's files: names in braces, e.g. `{BASE_URL}`, which the function replaces. */
import { listNeeds, type SettingsFor } from '../environment/environment.ts';
import { escapeHtml } from './escape-html.ts';
import { type Entry, fingerprint } from './file-response.ts';

/** The dashboard and its Content-Security-Policy need the sign-in. */
export const needs = {
  BASE_URL: [],
  SIGN_IN_ISSUER: ['optional'],
  SIGN_IN_CLIENT_ID: ['optional'],
  SIGN_IN_ORIGINS: ['optional'],
} as const;

/** The names of what only a deployment knows (its address, its sign-in), and of what a refused request is told. */
export type Placeholder =
  | keyof SettingsFor<typeof needs>
  | 'TITLE'
  | 'DETAIL'
  | 'REFERENCE_PLACE'
  | 'PLAYGROUND_PLACE';

/** A placeholder as files contain it. */
export const placeholder = (name: Placeholder): string => `{${name}}`;

/** How values are escaped, by the type of the file. In files of other types, they are not. */
const escapes: Readonly<Record<string, (value: string) => string>> = {
  'text/html': escapeHtml,
  'application/json': (value) => JSON.stringify(value).slice(1, -1),
};

/** Replaces the placeholders that have a value, escaped for the type of the file. */
export const fill = (
  text: string,
  contentType: string,
  values: Readonly<Partial<Record<Placeholder, string>>>,
): string => {
  const escapeFor = escapes[String(contentType.split(';')[0])] ?? String;
  return text.replaceAll(/\{([A-Z_]+)\}/g, (whole, name: Placeholder) =>
    values[name] === undefined ? whole : escapeFor(values[name]),
  );
};

type Settings = SettingsFor<typeof needs>;

const names = listNeeds(needs).map(({ name }) => name as keyof Settings);

/** Whether a text contains placeholders for what only the deployment knows. */
export const hasPlaceholders = (text: Buffer): boolean =>
  names.some((name) => text.includes(placeholder(name)));

/**
 * Reads the entries. A body with placeholders gets its `ETag` here, once it is complete.
 *
 * @param text - JSON: the entries by path.
 * @throws {Error} if the text has a placeholder whose setting is missing. The message names it.
 */
export const readEntries = (text: string, settings: Settings): ReadonlyMap<string, Entry> => {
  const missing = names.find((name) => !settings[name] && text.includes(placeholder(name)));
  if (missing) throw new Error(`Settings: ${missing} is missing`);
  const entries = Object.entries<Entry>(JSON.parse(text));
  return new Map(entries.map(([path, entry]) => [path, complete(entry, settings)]));
};

const complete = (entry: Entry, settings: Settings): Entry => {
  const headers = Object.fromEntries(
    Object.entries(entry.headers).map(([name, value]) => [name, fill(value, '', settings)]),
  );
  if (entry.body === undefined) return { ...entry, headers };
  const body = fill(entry.body, String(headers['Content-Type']), settings);
  return { ...entry, headers: { ...headers, ETag: `W/"${fingerprint(body)}"` }, body };
};
