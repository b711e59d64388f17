import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { fileAnswer } from '../../../functions/site/file-answer.ts';

const headers = { 'Content-Type': 'text/html', 'Cache-Control': 'no-cache', ETag: 'W/"1"' };
const entry = { status: 200, headers, file: 'page' };

/** Returns names instead of files. */
const read = async (file: string, coding?: string) => Buffer.from(`${file} ${coding}`);

const get = (sent: Record<string, string> = {}) => fileAnswer(entry, sent, read);

describe('a file', () => {
  test('is sent plain without Accept-Encoding', async () => {
    expect(await get()).toEqual({
      statusCode: 200,
      headers: { ...headers, Vary: 'Accept-Encoding' },
      body: Buffer.from('page undefined').toString('base64'),
      isBase64Encoded: true,
    });
  });

  test('is sent in the accepted coding', async () => {
    expect(await get({ 'accept-encoding': 'gzip' })).toEqual({
      statusCode: 200,
      headers: { ...headers, Vary: 'Accept-Encoding', 'Content-Encoding': 'gzip' },
      body: Buffer.from('page gzip').toString('base64'),
      isBase64Encoded: true,
    });
  });

  test.each(['W/"1"', '"1"', '"0", W/"1"', 'W/"0",W/"1"', '*'])(
    'is not sent again to a client that has %s',
    async (tags) => {
      expect(await get({ 'if-none-match': tags })).toEqual({
        statusCode: 304,
        headers: { ...headers, Vary: 'Accept-Encoding' },
      });
    },
  );

  test.each(['"0"', 'W/"11"', '1', '""', ''])('is sent to a client that has %p', async (tags) => {
    expect(await get({ 'if-none-match': tags })).toMatchObject({ statusCode: 200 });
  });
});

test('a redirect has no body', async () => {
  const home = { status: 302, headers: { Location: '/docs' } };
  expect(await fileAnswer(home, {}, read)).toEqual({
    statusCode: 302,
    headers: { Location: '/docs' },
  });
});

describe('a generated body', () => {
  const words = { status: 200, headers, body: '{"a":"ß"}' };

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('is sent in %s if accepted', async (coding, decode) => {
    const { body, ...rest } = await fileAnswer(words, { 'accept-encoding': coding }, read);
    expect(decode(Buffer.from(String(body), 'base64')).toString()).toBe(words.body);
    expect(rest).toEqual({
      statusCode: 200,
      headers: { ...headers, Vary: 'Accept-Encoding', 'Content-Encoding': coding },
      isBase64Encoded: true,
    });
  });

  test('is sent plain without Accept-Encoding', async () => {
    expect(await fileAnswer(words, {}, read)).toMatchObject({
      headers: { ...headers, Vary: 'Accept-Encoding' },
      body: Buffer.from(words.body).toString('base64'),
    });
  });

  test('is not sent again to a client that has it', async () => {
    expect(await fileAnswer(words, { 'if-none-match': 'W/"1"' }, read)).toEqual({
      statusCode: 304,
      headers: { ...headers, Vary: 'Accept-Encoding' },
    });
  });
});
