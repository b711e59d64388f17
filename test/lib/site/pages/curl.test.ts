import { execFileSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { curlLine } from '../../../../lib/site/pages/curl.ts';
import { codePoint } from '../../../code-points.ts';

const url = 'https://api.example.com/v1/shout';

/** The words that a shell makes of a line. */
const wordsOf = (line: string): readonly string[] =>
  execFileSync('sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);

test('reads as a person would write it', () => {
  expect(curlLine({ url, key: 'my-key', body: { text: "don't", intensity: 3 } })).toBe(
    String.raw`curl https://api.example.com/v1/shout -H 'X-API-Key: my-key' -H 'Content-Type: application/json' -d '{"text":"don'\''t","intensity":3}'`,
  );
});

test('a shell hands to curl what the page sends, whatever was typed', () => {
  const typed = fc.string({ unit: codePoint }).filter((text) => !/[\0\n\r]/.test(text));
  const property = fc.property(
    fc.oneof(typed, fc.constantFrom("'", '$(id)', '`id`', '"; id #', '\\', '!!', '*', '~')),
    fc.string({ unit: 'grapheme' }).filter((key) => !key.includes('\0')),
    (text, key) => {
      expect(wordsOf(curlLine({ url, key, body: { text } }))).toEqual([
        'curl',
        url,
        '-H',
        `X-API-Key: ${key}`,
        '-H',
        'Content-Type: application/json',
        '-d',
        JSON.stringify({ text }),
      ]);
    },
  );
  fc.assert(property, { numRuns: 50 });
});
