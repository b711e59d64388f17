import { execFileSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { maxCharacters } from '../../../../functions/request/fields.ts';
import {
  curlLine,
  curlLines,
  type SampleCall,
  sampleLanguages,
} from '../../../../lib/site/shared/code.ts';
import { codePoint } from '../../../support/properties.ts';

const url = 'https://api.example.com/v1/scream';
const secret = { variable: 'AMPLIFY_KEY' };

const codeIn = (language: string, call: SampleCall): string =>
  String(sampleLanguages.find(({ id }) => id === language)?.code(call));

const run = Object.getPrototypeOf(async () => {}).constructor;

/** Runs JavaScript, and returns its arguments to `fetch`. */
const sentBy = async (
  code: string,
  env: object = { AMPLIFY_KEY: 'from the environment' },
): Promise<unknown> => {
  let sent: unknown[] = [];
  const fetch = (...request: unknown[]) => {
    sent = request;
    return { json: () => ({}) };
  };
  await run('fetch', 'process', 'console', code)(fetch, { env }, { log: () => {} });
  return sent;
};

test('the JavaScript sends what the page sends, for any input', async () => {
  const text = fc.string({ unit: codePoint });
  const body = fc.oneof(
    text,
    fc.record({ text, intensity: fc.integer() }).map((body) => JSON.stringify(body)),
    fc.constantFrom('', '{"text":"a"', '{"__proto__":"a"}', '{"text":true}', '[1]', 'null'),
  );
  const property = fc.asyncProperty(body, text, async (body, key) => {
    for (const [sentKey, written] of [
      [key, key],
      ['from the environment', secret],
    ] as const) {
      const headers = { 'X-API-Key': sentKey, 'Content-Type': 'application/json' };
      const code = codeIn('javascript', { url, key: written, body });
      expect(await sentBy(code)).toEqual([url, { method: 'POST', headers, body }]);
    }
  });
  await fc.assert(property);
});

test('the Python of a call is short', () => {
  const body = JSON.stringify({ text: 'a "word" in a longer text', intensity: 3 });
  expect(codeIn('python', { url, key: secret, body })).toBe(`import os
import requests

response = requests.post(
    "https://api.example.com/v1/scream",
    headers={"X-API-Key": os.environ["AMPLIFY_KEY"]},
    json={
        "text": "a \\"word\\" in a longer text",
        "intensity": 3
    },
)
print(response.status_code, response.json())`);
});

test('the Python of a call without a body has no headers, and a body that is not JSON is sent unchanged', () => {
  expect(codeIn('python', { url })).toBe(`import requests

response = requests.get(
    "https://api.example.com/v1/scream",
)
print(response.status_code, response.json())`);
  const code = codeIn('python', { url, body: '{"text":' });
  expect(code).toContain('    headers={"Content-Type": "application/json"},\n');
  expect(code).toContain('    data="{\\"text\\":".encode(),\n');
});

/** The words that a shell reads from lines. */
const splitWords = (
  lines: readonly string[],
  env: Readonly<Record<string, string>> = {},
): readonly string[] => {
  const script = lines.map((line) => `printf '%s\\0' ${line}`).join('\n');
  return execFileSync('sh', ['-c', script], { encoding: 'utf8', env }).split('\0').slice(0, -1);
};

test('a shell passes to curl what the page sends, for any input', () => {
  const typed = fc.string({ unit: codePoint }).filter((text) => !/[\0\n\r]/.test(text));
  const call = fc.record({
    text: fc.oneof(typed, fc.constantFrom("'", '$(id)', '`id`', '"; id #', '\\', '!!', '*', '~')),
    key: fc.string({ unit: 'grapheme' }).filter((key) => !key.includes('\0')),
  });
  // Starting a shell takes longer than reading many lines.
  const property = fc.property(fc.array(call, { minLength: 10 }), (typed) => {
    const calls = typed.map(({ text, key }) => ({ url, key, body: JSON.stringify({ text }) }));
    expect(splitWords(calls.map(curlLine))).toEqual(
      calls.flatMap(({ key, body }) => [
        ...['curl', url, '-H', `X-API-Key: ${key}`, '-H', 'Content-Type: application/json'],
        ...['-d', body],
      ]),
    );
  });
  fc.assert(property, { numRuns: 5 });
});

test('over several lines, a shell passes the body as typed and the key from a variable', () => {
  const body = '{"text":\n"don\'t"';
  const lines = curlLines({ url, key: { variable: 'AMPLIFY_KEY' }, body });
  expect(lines.split(' \\\n')).toHaveLength(4);
  const words = splitWords([lines], { AMPLIFY_KEY: "my 'key'" });
  expect(words[3]).toBe("X-API-Key: my 'key'");
  expect(words.at(-1)).toBe(body);
  expect(splitWords([curlLines({ url })])).toEqual(['curl', url]);

  const sent = (text: string) =>
    splitWords([curlLines({ url, body: JSON.stringify({ text }) })])[5];
  const long = "don't stop me until the music ends";
  expect(sent(long)).toBe(`{\n  "text": "${long}"\n}`);
  // The service would count the spaces.
  expect(sent('a'.repeat(maxCharacters - 11))).toHaveLength(maxCharacters);
});
