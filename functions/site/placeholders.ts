/** What the build leaves open in the site's files: names in braces, which the function replaces. */
import type { SettingsOf } from '../settings/needs.ts';
import type { needs } from './needs.ts';

/** What a deployment knows: its address and its sign-in. And what depends on a refused request. */
export type Placeholder = keyof SettingsOf<typeof needs> | 'TITLE' | 'DETAIL';

/** A name as it stands in a file. */
export const placeholder = (name: Placeholder): string => `{${name}}`;

/** The special characters of HTML, and their references (HTML Standard, section 13.3). */
const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Escapes a text for HTML, between tags and in double-quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => String(references[sign]));

/** How values are escaped, by the type of the file. In other types, they stand as they are. */
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
