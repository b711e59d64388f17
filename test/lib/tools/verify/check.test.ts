import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { expectMatch, expectSame, expectThat } from '../../../../lib/tools/verify/check.ts';

test('a difference shows the expected and the actual value', () => {
  expect(() => expectSame('it', undefined, '1')).toThrow('it: expected "1", got nothing');
  expect(() => expectMatch('it', 1, /1/)).toThrow('it: expected /1/, got 1');
  expect(() => expectThat('it', false, 'less', 2)).toThrow('it: expected less, got 2');
  expect(expectSame('it', { a: [1] }, { a: [1] })).toBe(undefined);
  expect(expectMatch('it', 'abc', /b(.)/)[1]).toBe('c');
});

test('long values are cut to where they differ', () => {
  const text = fc.string({ unit: 'grapheme-ascii', minLength: 500, maxLength: 2_000 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const check = () => expectSame('it', `${before}<got>${after}`, `${before}<wanted>${after}`);
      expect(check).toThrow(/^it: expected ….*<wanted>.*…, got ….*<got>.*…$/);
      expect(check).not.toThrow(/.{401}/);
    }),
  );
});
