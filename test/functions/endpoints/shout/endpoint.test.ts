import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { work } from '../../../../functions/endpoints/shout/endpoint.ts';
import { anyText } from '../../../support/properties.ts';

test('any text is in upper case, and no character is broken', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const { original, result } = work({ text });
      expect([original, result]).toEqual([text, text.toUpperCase()]);
      expect(result.isWellFormed()).toBe(text.isWellFormed());
    }),
  );
});
