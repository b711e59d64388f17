import { execFileSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { curlLine, curlLines } from '../../../../lib/site/pages/curl.ts';
import { codePoint } from '../../../support/properties.ts';

const url = 'https://api.example.com/v1/shout';

/** The words that a shell reads from lines. */
const wordsOf = (
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
    expect(wordsOf(calls.map(curlLine))).toEqual(
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
  const words = wordsOf([lines], { AMPLIFY_KEY: "my 'key'" });
  expect(words[3]).toBe("X-API-Key: my 'key'");
  expect(words.at(-1)).toBe(body);
  expect(wordsOf([curlLines({ url })])).toEqual(['curl', url]);
});
