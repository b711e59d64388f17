import { maxCharacters } from '../../../functions/request/fields.ts';

export interface SampleCall {
  readonly url: string;
  /** Absent: no key is sent. A secret key is in a variable of the shell. */
  readonly key?: string | { readonly variable: string } | undefined;
  /** JSON or not. */
  readonly body?: string | undefined;
}

/** The call as a line for a POSIX shell. */
export const curlLine = (call: SampleCall): string => curlParts(call).join(' ');

/** The same, with each option and each field of a long body on a line of its own. */
export const curlLines = (call: SampleCall): string => {
  const spread = toLiteral(call.body ?? '');
  // The spaces count towards the size of the body.
  const fits = spread?.includes('\n') && spread.length <= maxCharacters;
  return curlParts(fits ? { ...call, body: spread } : call).join(' \\\n  ');
};

const curlParts = ({ url, key, body }: SampleCall): readonly string[] => [
  `curl ${quote(url)}`,
  ...(key === undefined ? [] : [`-H ${quoteKey(key)}`]),
  ...(body === undefined
    ? []
    : [`-H ${quote('Content-Type: application/json')}`, `-d ${quote(body)}`]),
];

const quoteKey = (key: NonNullable<SampleCall['key']>): string =>
  typeof key === 'string' ? quote(`X-API-Key: ${key}`) : `"X-API-Key: $${key.variable}"`;

/**
 * A word of a shell: within single quotes only the quote has a meaning. A name in braces is a placeholder for
 * an address without quotes.
 */
const quote = (text: string): string =>
  /^(?:[\w./:-]|\{\w+\})+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

export interface SampleLanguage {
  /** Its id in markup. */
  readonly id: 'curl' | 'javascript' | 'python';
  readonly title: string;
  /** The shortest call that prints the response, ready to run. */
  readonly code: (call: SampleCall) => string;
}

/** JavaScript and Python both read a JSON string as a string literal. */
const quoted = (text: string): string => JSON.stringify(text);

/** Longer objects have a line for each field, so that none is out of sight. */
const longLine = 40;

/** An object of JSON and of both languages. */
const objectLiteral = (fields: readonly string[], indent: string): string => {
  const line = `{${fields.join(', ')}}`;
  const deeper = `\n${indent.repeat(2) || '  '}`;
  return line.length <= longLine ? line : `{${deeper}${fields.join(`,${deeper}`)}\n${indent}}`;
};

/** A body of strings and numbers as such an object; undefined for any other body. */
const toLiteral = (body: string, indent = ''): string | undefined => {
  if (!/^\s*\{/.test(body)) return undefined;
  try {
    const fields = Object.entries(JSON.parse(body)).map(([name, value]) => {
      const simple = typeof value === 'string' || Number.isFinite(value);
      if (!simple || name === '__proto__') throw new TypeError('Not the same in both languages');
      return `${quoted(name)}: ${JSON.stringify(value)}`;
    });
    return objectLiteral(fields, indent);
  } catch {
    return undefined;
  }
};

/** Drops the parts that a request does not need. */
const present = (parts: readonly (string | false | undefined)[]): readonly string[] =>
  parts.filter((part) => typeof part === 'string');

/** The headers as an object literal. `read` reads an environment variable in the language. */
const sampleHeaders = (
  key: SampleCall['key'],
  hasType: boolean,
  indent: string,
  read: (variable: string) => string,
): string | undefined => {
  const headers = present([
    key !== undefined &&
      `"X-API-Key": ${typeof key === 'string' ? quoted(key) : read(key.variable)}`,
    hasType && '"Content-Type": "application/json"',
  ]);
  return headers.length > 0 ? objectLiteral(headers, indent) : undefined;
};

const javascript = ({ url, key, body }: SampleCall): string => {
  const read = (variable: string) => `process.env.${variable}`;
  const headers = sampleHeaders(key, body !== undefined, '  ', read);
  const literal = toLiteral(body ?? '', '  ');
  const options = present([
    body !== undefined && '  method: "POST",',
    headers && `  headers: ${headers},`,
    body !== undefined && `  body: ${literal ? `JSON.stringify(${literal})` : quoted(body)},`,
  ]);
  const init = options.length > 0 ? `, {\n${options.join('\n')}\n}` : '';
  // Otherwise `fetch` would send the key "undefined".
  const check =
    typeof key === 'object'
      ? `if (!process.env.${key.variable}) throw new Error("${key.variable} is not set");\n`
      : '';
  return `${check}const response = await fetch(${quoted(url)}${init});
console.log(response.status, await response.json());`;
};

const python = ({ url, key, body }: SampleCall): string => {
  const literal = toLiteral(body ?? '', '    ');
  const hasType = body !== undefined && !literal;
  const headers = sampleHeaders(key, hasType, '    ', (variable) => `os.environ["${variable}"]`);
  return present([
    typeof key === 'object' && 'import os',
    'import requests',
    '',
    `response = requests.${body === undefined ? 'get' : 'post'}(`,
    `    ${quoted(url)},`,
    headers && `    headers=${headers},`,
    literal && `    json=${literal},`,
    hasType && `    data=${quoted(body)}.encode(),`,
    ')',
    'print(response.status_code, response.json())',
  ]).join('\n');
};

export const sampleLanguages: readonly SampleLanguage[] = [
  { id: 'curl', title: 'curl', code: curlLines },
  { id: 'javascript', title: 'JavaScript', code: javascript },
  { id: 'python', title: 'Python', code: python },
];
