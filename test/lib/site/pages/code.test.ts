import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { languages } from '../../../../lib/site/pages/code.ts';
import type { Call } from '../../../../lib/site/pages/curl.ts';
import { codePoint } from '../../../support/properties.ts';

const url = 'https://api.example.com/v1/scream';
const secret = { variable: 'AMPLIFY_KEY' };

const codeIn = (language: string, call: Call): string =>
  String(languages.find(({ id }) => id === language)?.code(call));

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
  const body = JSON.stringify({ text: 'a "word"', intensity: 3 });
  expect(codeIn('python', { url, key: secret, body })).toBe(`import os
import requests

response = requests.post(
    "https://api.example.com/v1/scream",
    headers={"X-API-Key": os.environ["AMPLIFY_KEY"]},
    json={"text": "a \\"word\\"", "intensity": 3},
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
