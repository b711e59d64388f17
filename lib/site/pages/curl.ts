/** A call of the API. */
export interface Call {
  readonly url: string;
  /** Where it is left out, the line reads it from the environment. */
  readonly key?: string;
  readonly body: unknown;
}

/** The call as a line for a POSIX shell. */
export const curlLine = ({ url, key, body }: Call): string =>
  [
    `curl ${quote(url)}`,
    key === undefined ? '-H "X-API-Key: $AMPLIFY_KEY"' : `-H ${quote(`X-API-Key: ${key}`)}`,
    `-H ${quote('Content-Type: application/json')}`,
    `-d ${quote(JSON.stringify(body))}`,
  ].join(' ');

/** A word of a shell: within single quotes nothing has a meaning but the quote itself. */
const quote = (text: string): string =>
  /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
