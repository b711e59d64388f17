export interface Call {
  readonly url: string;
  /** Absent: no key is sent. A secret key is in a variable of the shell. */
  readonly key?: string | { readonly variable: string } | undefined;
  /** JSON or not. */
  readonly body?: string | undefined;
}

/** The call as a line for a POSIX shell. */
export const curlLine = (call: Call): string => curlParts(call).join(' ');

/** The same, with each option on a line of its own. */
export const curlLines = (call: Call): string => curlParts(call).join(' \\\n  ');

const curlParts = ({ url, key, body }: Call): readonly string[] => [
  `curl ${quote(url)}`,
  ...(key === undefined ? [] : [`-H ${quoteKey(key)}`]),
  ...(body === undefined
    ? []
    : [`-H ${quote('Content-Type: application/json')}`, `-d ${quote(body)}`]),
];

const quoteKey = (key: NonNullable<Call['key']>): string =>
  typeof key === 'string' ? quote(`X-API-Key: ${key}`) : `"X-API-Key: $${key.variable}"`;

/**
 * A word of a shell: within single quotes only the quote has a meaning. A name in braces is a placeholder for
 * an address without quotes.
 */
const quote = (text: string): string =>
  /^(?:[\w./:-]|\{\w+\})+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
