import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { fileAnswer } from '../../../functions/site/file-answer.ts';

const headers = { 'Content-Type': 'text/html', 'Cache-Control': 'no-cache', ETag: 'W/"1"' };
const entry = { status: 200, headers, file: 'page' };

/** Returns names instead of files. */
const read = (file: string, coding?: string) => Buffer.from(`${file} ${coding}`);

const words = { status: 200, headers, body: '{"a":"ß"}' };

test.each([
  ['a file', entry, 'page undefined'],
  ['a generated body', words, words.body],
])(
  '%s is sent plain without Accept-Encoding, and not again to a client that has it',
  async (_, of, text) => {
    expect(fileAnswer(of, {}, read)).toEqual({
      statusCode: 200,
      headers: { ...headers, Vary: 'Accept-Encoding' },
      body: Buffer.from(text).toString('base64'),
      isBase64Encoded: true,
    });
    for (const tags of ['W/"1"', '"1"', '"0", W/"1"', 'W/"0",W/"1"', '*']) {
      expect(fileAnswer(of, { 'if-none-match': tags }, read)).toEqual({
        statusCode: 304,
        headers: { ...headers, Vary: 'Accept-Encoding' },
      });
    }
    for (const tags of ['"0"', 'W/"11"', '1', '""', '']) {
      expect(fileAnswer(of, { 'if-none-match': tags }, read)).toMatchObject({
        statusCode: 200,
      });
    }
  },
);

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])('a file and a generated body are sent in %s if accepted', async (coding, decode) => {
  const accepted = { 'accept-encoding': coding };
  const file = fileAnswer(entry, accepted, read);
  const { body, ...rest } = fileAnswer(words, accepted, read);
  expect(decode(Buffer.from(String(body), 'base64')).toString()).toBe(words.body);
  expect(rest).toEqual({
    statusCode: 200,
    headers: { ...headers, Vary: 'Accept-Encoding', 'Content-Encoding': coding },
    isBase64Encoded: true,
  });
  expect(file).toEqual({ ...rest, body: Buffer.from(`page ${coding}`).toString('base64') });
});

test('a redirect has no body', async () => {
  const home = { status: 302, headers: { Location: '/docs' } };
  expect(fileAnswer(home, {}, read)).toEqual({
    statusCode: 302,
    headers: { Location: '/docs' },
  });
});
