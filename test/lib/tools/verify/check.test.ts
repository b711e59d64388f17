import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { expectSame } from '../../../../lib/tools/verify/check.ts';

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
