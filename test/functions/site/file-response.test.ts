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
])('%s is sent plain, and not again to a client that has it', (_, subject, text) => {
  const answered = { ...headers, Vary: 'Accept-Encoding' };
  const sent = {
    statusCode: 200,
    headers: answered,
    body: Buffer.from(text).toString('base64'),
    isBase64Encoded: true,
  };
  expect(fileResponse(subject, {}, read)).toEqual(sent);
  for (const tags of ['W/"1"', '"1"', '"0", W/"1"', 'W/"0",W/"1"', '*']) {
    const known = { statusCode: 304, headers: answered };
    expect(fileResponse(subject, { 'if-none-match': tags }, read)).toEqual(known);
  }
  for (const tags of ['"0"', 'W/"11"', '1', '""', '']) {
    expect(fileResponse(subject, { 'if-none-match': tags }, read)).toEqual(sent);
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
  ['br', ['gzip, deflate, br, zstd', 'BR;q=0.1, gzip;q=1.0', '*']],
  ['gzip', ['br;q=0, gzip;q=0.5', 'br; q=0.000 ,gzip', '*;q=0.5, br;q=0']],
  [undefined, ['*;q=0', 'brotli, x-gzip', 'br;q=much', '', undefined]],
])('the coding %p is chosen for each Accept-Encoding of %j', (coding, accepted) => {
  const chosen = accepted.map((header) => {
    const sent = fileResponse(entry, { 'accept-encoding': header }, read);
    return [header, sent.headers?.['Content-Encoding']];
  });
  expect(chosen).toEqual(accepted.map((header) => [header, coding]));
});

const browser =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
const likesHtml = ['application/json;q=0.5, text/html;q=0.6', '*/*, application/json;q=0.1'];

test.each([
  [true, [browser, 'TEXT/HTML; charset=utf-8', 'text/*', ...likesHtml]],
  [false, ['text/html;q=0.5, */*', 'text/html, application/json', 'text/html, application/*']],
  [false, ['text/html;q=0', 'text/html;q=much', 'image/png', '', undefined]],
])('HTML is preferred to JSON: %p', (prefers, accepted) => {
  expect(accepted.map((accept) => [accept, prefersHtml(accept)])).toEqual(
    accepted.map((accept) => [accept, prefers]),
  );
});
