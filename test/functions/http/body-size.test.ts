import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { maxCharacters, withCommas } from '../../../functions/http/body-size.ts';

test('numbers are formatted with commas', () => {
  expect(withCommas(maxCharacters)).toBe('10,000');
  fc.assert(
    fc.property(fc.nat({ max: Number.MAX_SAFE_INTEGER }), (number) => {
      expect(withCommas(number)).toBe(number.toLocaleString('en-US'));
    }),
  );
});
