import { expect, test } from '@jest/globals';
import { contentCoding } from '../../../functions/site/content-coding.ts';

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['br', 'br'],
  ['BR;q=0.1, gzip;q=1.0', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br; q=0.000 ,gzip', 'gzip'],
  ['*', 'br'],
  ['*;q=0.5, br;q=0', 'gzip'],
  ['*;q=0', undefined],
  ['identity', undefined],
  ['brotli, x-gzip', undefined],
  ['br;q=much', undefined],
  ['', undefined],
  [undefined, undefined],
])('Accept-Encoding %p is answered in %p', (acceptEncoding, coding) => {
  expect(contentCoding(acceptEncoding)).toBe(coding);
});
