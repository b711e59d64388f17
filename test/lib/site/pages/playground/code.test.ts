import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { codeIn } from '../../../../../lib/site/pages/playground/code.ts';
import { codePoint } from '../../../../code-points.ts';

const url = 'https://api.example.com/v1/scream';

test('the code for fetch sends what the page sends, whatever was typed', async () => {
  const texts = fc.string({ unit: codePoint });
  const property = fc.asyncProperty(texts, texts, async (text, key) => {
    const body = { text, intensity: 3 };
    for (const [call, sentKey] of [
      [{ url, key, body }, key],
      [{ url, body }, 'from the environment'],
    ] as const) {
      const calls: unknown[] = [];
      const fetch = (...sent: unknown[]) => {
        calls.push(sent);
        return { json: () => ({}) };
      };
      const process = { env: { AMPLIFY_KEY: 'from the environment' } };
      const run = new Function(
        'fetch',
        'process',
        'console',
        `return (async () => {${codeIn.fetch?.(call)}})()`,
      );
      await run(fetch, process, { log: () => {} });
      const headers = { 'X-API-Key': sentKey, 'Content-Type': 'application/json' };
      expect(calls).toEqual([[url, { method: 'POST', headers, body: JSON.stringify(body) }]]);
    }
  });
  await fc.assert(property);
});

test('the code for Python reads as a person would write it', () => {
  expect(
    codeIn.python?.({ url, body: { text: 'a "word"', intensity: 3 } }),
  ).toBe(`import json, os, urllib.request

request = urllib.request.Request(
    "https://api.example.com/v1/scream",
    data=json.dumps({"text":"a \\"word\\"","intensity":3}, ensure_ascii=False).encode(),
    headers={
        "X-API-Key": os.environ["AMPLIFY_KEY"],
        "Content-Type": "application/json",
    },
)
print(json.load(urllib.request.urlopen(request))["result"])`);
});
