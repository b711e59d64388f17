import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { work } from '../../../../functions/endpoints/whisper/endpoint.ts';
import { anyText } from '../../../support/properties.ts';

test('any text is in lower case, and no character is broken', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const { original, result } = work({ text });
      expect([original, result]).toEqual([text, text.toLowerCase()]);
      expect(result.isWellFormed()).toBe(text.isWellFormed());
    }),
  );
});
