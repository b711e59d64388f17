import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decodeBody } from '../../../functions/body/decode.ts';
import { isLongerThan } from '../../../functions/http/body-size.ts';
import { codePoint } from '../../code-points.ts';

const fromBytes = (...bytes: number[]) =>
  decodeBody({ body: Buffer.from(bytes).toString('base64'), isBase64Encoded: true });

test('a text is the same in clear and in base64', () => {
  fc.assert(
    fc.property(fc.string({ unit: codePoint }), (text) => {
      fc.pre(text.isWellFormed() && !text.startsWith('\ufeff'));
      const expected = { text, isUtf8: true };
      const base64 = Buffer.from(text).toString('base64');
      expect(decodeBody({ body: text, isBase64Encoded: false })).toEqual(expected);
      expect(decodeBody({ body: base64, isBase64Encoded: true })).toEqual(expected);
    }),
  );
});

test('any bytes decode, and are UTF-8 exactly when a strict decoder takes them', () => {
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
      expect(fromBytes(...bytes).isUtf8).toBe(isStrict(bytes));
    }),
  );
});

test('an absent body is an empty text', () => {
  expect(decodeBody({ isBase64Encoded: false })).toEqual({ text: '', isUtf8: true });
  expect(decodeBody({ body: '', isBase64Encoded: true })).toEqual({ text: '', isUtf8: true });
});

test('one byte order mark at the start is no part of the text', () => {
  const mark = [0xef, 0xbb, 0xbf];
  expect(fromBytes(...mark).text).toBe('');
  expect(fromBytes(...mark, ...mark, 0x61, ...mark).text).toBe('\ufeffa\ufeff');
  expect(decodeBody({ body: '\ufeff{}', isBase64Encoded: false }).text).toBe('{}');
});

test.each([
  ['a lone byte', [0xff], '\ufffd'],
  ['an overlong form', [0xc0, 0x80], '\ufffd\ufffd'],
  ['a surrogate', [0xed, 0xa0, 0x80], '\ufffd\ufffd\ufffd'],
  ['a truncated character', [0x61, 0xf0, 0x9f, 0x98], 'a\ufffd'],
  ['a code point beyond Unicode', [0xf4, 0x90, 0x80, 0x80], '\ufffd\ufffd\ufffd\ufffd'],
])('%s is not UTF-8', (_, bytes, text) => {
  expect(fromBytes(...bytes)).toEqual({ text, isUtf8: false });
});

test('a text is longer than a limit exactly when it has more code points', () => {
  const text = fc.string({ unit: fc.oneof(fc.constantFrom('a', '😀', '\ud83d', '\ude00', 'é')) });
  fc.assert(
    fc.property(text, fc.nat(12), (sample, limit) => {
      expect(isLongerThan(sample, limit)).toBe([...sample].length > limit);
    }),
    { numRuns: 1000 },
  );
});

test.each(['a', 'ß', '😀', '\ud800', '\0'])(
  '10,000 times %j is not too long, once more is',
  (c) => {
    expect(isLongerThan(c.repeat(10_000), 10_000)).toBe(false);
    expect(isLongerThan(c.repeat(10_001), 10_000)).toBe(true);
  },
);
