import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isLongerThan } from '../../../functions/http/body-size.ts';
import { decodeBody } from '../../../functions/middleware/body-limit.ts';
import { codePoint } from '../../support/code-points.ts';

const fromBytes = (bytes: Uint8Array) =>
  decodeBody({ body: Buffer.from(bytes).toString('base64'), isBase64Encoded: true });

test('a text is the same in clear and in base64', () => {
  fc.assert(
    fc.property(fc.string({ unit: codePoint }), (text) => {
      fc.pre(text.isWellFormed() && !text.startsWith('\ufeff'));
      const expected = { text, isUtf8: true };
      expect(decodeBody({ body: text, isBase64Encoded: false })).toEqual(expected);
      expect(fromBytes(Buffer.from(text))).toEqual(expected);
    }),
  );
});

test('any bytes are decoded, and are UTF-8 exactly when a strict decoder accepts them', () => {
  const isStrict = (bytes: Uint8Array) => {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      return true;
    } catch {
      return false;
    }
  };
  fc.assert(
    fc.property(fc.uint8Array({ max: 0xff }), (bytes) => {
      expect(fromBytes(bytes).isUtf8).toBe(isStrict(bytes));
    }),
  );
  expect(fromBytes(Uint8Array.of(0x61, 0xf0, 0x9f, 0x98)).text).toBe('a\ufffd');
});

test('an absent body is an empty text, and one byte order mark at the start is ignored', () => {
  expect(decodeBody({ isBase64Encoded: false })).toEqual({ text: '', isUtf8: true });
  expect(decodeBody({ body: '\ufeff\ufeffa\ufeff', isBase64Encoded: false }).text).toBe(
    '\ufeffa\ufeff',
  );
});

test('a text is longer than a limit exactly when it has more code points', () => {
  const text = fc.string({ unit: fc.oneof(fc.constantFrom('a', '😀', '\ud83d', '\ude00', 'é')) });
  fc.assert(
    fc.property(
      text,
      fc.nat(12),
      (sample, limit) => isLongerThan(sample, limit) === [...sample].length > limit,
    ),
    { numRuns: 1000 },
  );
});
