import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { fileResponse, prefersHtml } from '../../../functions/site/file-response.ts';

const headers = { 'Content-Type': 'text/html', 'Cache-Control': 'no-cache', ETag: 'W/"1"' };
const entry = { status: 200, headers, file: 'page' };

/** Returns names instead of files. */
const read = (file: string, coding?: string) => Buffer.from(`${file} ${coding}`);

const words = { status: 200, headers, body: '{"a":"ß"}' };

test.each([
  ['a file', entry, 'page undefined'],
  ['a generated body', words, words.body],
])('%s is sent plain, and not again to a client that has it', (_, of, text) => {
  const answered = { ...headers, Vary: 'Accept-Encoding' };
  const sent = {
    statusCode: 200,
    headers: answered,
    body: Buffer.from(text).toString('base64'),
    isBase64Encoded: true,
  };
  expect(fileResponse(of, {}, read)).toEqual(sent);
  for (const tags of ['W/"1"', '"1"', '"0", W/"1"', 'W/"0",W/"1"', '*']) {
    const known = { statusCode: 304, headers: answered };
    expect(fileResponse(of, { 'if-none-match': tags }, read)).toEqual(known);
  }
  for (const tags of ['"0"', 'W/"11"', '1', '""', '']) {
    expect(fileResponse(of, { 'if-none-match': tags }, read)).toEqual(sent);
  }
});

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])('a file and a generated body are sent in %s if accepted', async (coding, decode) => {
  const accepted = { 'accept-encoding': coding };
  const file = fileResponse(entry, accepted, read);
  const { body, ...rest } = fileResponse(words, accepted, read);
  expect(decode(Buffer.from(String(body), 'base64')).toString()).toBe(words.body);
  expect(rest).toEqual({
    statusCode: 200,
    headers: { ...headers, Vary: 'Accept-Encoding', 'Content-Encoding': coding },
    isBase64Encoded: true,
  });
  expect(file).toEqual({ ...rest, body: Buffer.from(`page ${coding}`).toString('base64') });
});

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['BR;q=0.1, gzip;q=1.0', 'br'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br; q=0.000 ,gzip', 'gzip'],
  ['*', 'br'],
  ['*;q=0.5, br;q=0', 'gzip'],
  ['*;q=0', undefined],
  ['brotli, x-gzip', undefined],
  ['br;q=much', undefined],
  ['', undefined],
  [undefined, undefined],
])('Accept-Encoding %p is answered in %p', (accepted, coding) => {
  const sent = fileResponse(entry, { 'accept-encoding': accepted }, read);
  expect(sent.headers?.['Content-Encoding']).toBe(coding);
});

const browser =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

test.each([
  [browser, true],
  ['TEXT/HTML; charset=utf-8', true],
  ['text/*', true],
  ['application/json;q=0.5, text/html;q=0.6', true],
  ['*/*, application/json;q=0.1', true],
  ['text/html;q=0.5, */*', false],
  ['text/html, application/json', false],
  ['text/html, application/*', false],
  ['text/html;q=0', false],
  ['text/html;q=much', false],
  ['image/png', false],
  ['', false],
  [undefined, false],
])('Accept %p prefers HTML to JSON: %p', (accept, prefers) => {
  expect(prefersHtml(accept)).toBe(prefers);
});
