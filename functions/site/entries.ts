/** Reads the site's entries, and inserts what only the deployment knows. */
import { createHash } from 'node:crypto';
import { listNeeds, type SettingsOf } from '../settings/needs.ts';
import type { Entry } from './file-answer.ts';
import { needs } from './needs.ts';
import { fill, placeholder } from './placeholders.ts';

type Settings = SettingsOf<typeof needs>;

const names = listNeeds(needs).map(({ name }) => name as keyof Settings);

/** Half of the content's SHA-256, in hexadecimal. */
export const fingerprint = (content: Buffer | string): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 32);

/** The names of the placeholders in a text for what only the deployment knows. */
const placeholdersIn = (text: Buffer | string): readonly (keyof Settings)[] =>
  names.filter((name) => text.includes(placeholder(name)));

/** Whether a text contains placeholders for what only the deployment knows. */
export const isOpen = (text: Buffer | string): boolean => placeholdersIn(text).length > 0;

/**
 * Reads the entries. A body with placeholders gets its `ETag` here, once it is complete.
 *
 * @param text - JSON: the entries by path.
 * @throws {Error} if a setting of which there is a placeholder is missing. The message names it.
 */
export const readEntries = (text: string, settings: Settings): ReadonlyMap<string, Entry> => {
  const missing = placeholdersIn(text).find((name) => settings[name] === undefined);
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
