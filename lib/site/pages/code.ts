/** A call as code. */
import { type Call, curlLines } from './curl.ts';

export interface Language {
  /** Its id in markup. */
  readonly id: 'curl' | 'javascript' | 'python';
  readonly title: string;
  /** The call, ready to run. */
  readonly code: (call: Call) => string;
}

/** JavaScript and Python both read a JSON string as a string literal. */
const quoted = (text: string): string => JSON.stringify(text);

const indented = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => `    ${line}`);

/** A body of strings and numbers as an object literal of both languages; undefined for any other body. */
const literalOf = (body: string): string | undefined => {
  if (!/^\s*\{/.test(body)) return undefined;
  try {
    const fields = Object.entries(JSON.parse(body)).map(([name, value]) => {
      const simple = typeof value === 'string' || Number.isFinite(value);
      if (!simple || name === '__proto__') throw new TypeError('Not the same in both languages');
      return `${quoted(name)}: ${JSON.stringify(value)}`;
    });
    return `{${fields.join(', ')}}`;
  } catch {
    return undefined;
  }
};

/** The headers as entries of an object literal. `read` reads an environment variable in the language. */
const headersOf = ({ key, body }: Call, read: (variable: string) => string): readonly string[] => [
  ...(key === undefined
    ? []
    : [`"X-API-Key": ${typeof key === 'string' ? quoted(key) : read(key.variable)},`]),
  ...(body === undefined ? [] : ['"Content-Type": "application/json",']),
];

const javascript = (call: Call): string => {
  const { url, body } = call;
  const headers = headersOf(call, (variable) => `process.env.${variable}`);
  const literal = body && literalOf(body);
  const options = [
    ...(body === undefined ? [] : ['  method: "POST",']),
    ...(headers.length > 0 ? ['  headers: {', ...indented(headers), '  },'] : []),
    ...(body === undefined
      ? []
      : [`  body: ${literal ? `JSON.stringify(${literal})` : quoted(body)},`]),
  ];
  const init = options.length > 0 ? `, {\n${options.join('\n')}\n}` : '';
  return `const response = await fetch(${quoted(url)}${init});
console.log(response.status, await response.json());`;
};

/**
 * `json=` would escape non-ASCII characters, so that each Chinese one counts as six. Only calls with a body use
 * slots, so only they wait for one; API Gateway's own 429 has no `Retry-After`.
 */
const python = (call: Call): string => {
  const { url, key, body } = call;
  const headers = headersOf(call, (variable) => `os.environ["${variable}"]`);
  const literal = body && literalOf(body);
  const request = (method: string, ...data: readonly string[]) => [
    `response = requests.${method}(`,
    ...indented([
      `${quoted(url)},`,
      ...data,
      ...(headers.length > 0 ? ['headers={', ...indented(headers), '},'] : []),
      'timeout=30,',
    ]),
    ')',
  ];
  const modules = [
    literal && 'json',
    typeof key === 'object' && 'os',
    body !== undefined && 'time',
  ];
  const imports = modules.filter(Boolean).join(', ');
  const encoded = literal ? 'json.dumps(body, ensure_ascii=False).encode()' : 'body.encode()';
  return [
    ...(imports ? [`import ${imports}`] : []),
    'import requests',
    '',
    ...(body === undefined
      ? request('get')
      : [
          `body = ${literal || quoted(body)}`,
          'while True:',
          ...indented([
            ...request('post', `data=${encoded},`),
            'if response.status_code != 429:',
            '    break',
            'time.sleep(int(response.headers.get("Retry-After", 1)))',
          ]),
        ]),
    'print(response.status_code, response.json())',
  ].join('\n');
};

export const languages: readonly Language[] = [
  { id: 'curl', title: 'curl', code: curlLines },
  { id: 'javascript', title: 'JavaScript', code: javascript },
  { id: 'python', title: 'Python', code: python },
];
