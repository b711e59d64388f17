import { execFileSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { curlLine, curlLines } from '../../../../lib/site/pages/curl.ts';
import { codePoint } from '../../../code-points.ts';

const url = 'https://api.example.com/v1/shout';

/** The words that a shell makes of a line. */
const wordsOf = (line: string, env: Readonly<Record<string, string>> = {}): readonly string[] =>
  execFileSync('sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8', env })
    .split('\0')
    .slice(0, -1);

test('reads as a person would write it', () => {
  const body = JSON.stringify({ text: "don't", intensity: 3 });
  expect(curlLine({ url, key: 'my-key', body })).toBe(
    String.raw`curl https://api.example.com/v1/shout -H 'X-API-Key: my-key' -H 'Content-Type: application/json' -d '{"text":"don'\''t","intensity":3}'`,
  );
});

test('a shell hands to curl what the page sends, whatever was typed', () => {
  const typed = fc.string({ unit: codePoint }).filter((text) => !/[\0\n\r]/.test(text));
  const property = fc.property(
    fc.oneof(typed, fc.constantFrom("'", '$(id)', '`id`', '"; id #', '\\', '!!', '*', '~')),
    fc.string({ unit: 'grapheme' }).filter((key) => !key.includes('\0')),
    (text, key) => {
      const body = JSON.stringify({ text });
      expect(wordsOf(curlLine({ url, key, body }))).toEqual([
        'curl',
        url,
        '-H',
        `X-API-Key: ${key}`,
        '-H',
        'Content-Type: application/json',
        '-d',
        body,
      ]);
    },
  );
  fc.assert(property, { numRuns: 50 });
});

test('over several lines, a shell hands on the body as it was typed and the key that a variable holds', () => {
  const body = '{"text":\n"don\'t"';
  const lines = curlLines({ url, key: { variable: 'AMPLIFY_KEY' }, body });
  expect(lines.split(' \\\n')).toHaveLength(4);
  const words = wordsOf(lines, { AMPLIFY_KEY: "my 'key'" });
  expect(words[3]).toBe("X-API-Key: my 'key'");
  expect(words.at(-1)).toBe(body);
  expect(wordsOf(curlLines({ url }))).toEqual(['curl', url]);
});
