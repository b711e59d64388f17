import { crc32 as zlibCrc32 } from 'node:zlib';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { crc32 } from '../../../functions/keys/crc32.ts';

test('it is the CRC-32 of gzip', () => {
  expect(crc32(Buffer.from('123456789'))).toBe(0xcbf43926);
  fc.assert(fc.property(fc.uint8Array(), (bytes) => crc32(bytes) === zlibCrc32(bytes)));
});
