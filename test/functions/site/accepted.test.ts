import { expect, test } from '@jest/globals';
import { contentCoding, prefersHtml } from '../../../functions/site/accepted.ts';

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
])('Accept-Encoding %p is answered in %p', (acceptEncoding, coding) => {
  expect(contentCoding(acceptEncoding)).toBe(coding);
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
