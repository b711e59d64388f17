import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as v from 'valibot';
import { request, work } from '../../../../functions/endpoints/scream/endpoint.ts';
import { anyText } from '../../../support/properties.ts';

test.each([
  [{ text: 'look out', intensity: 3 }, 'LOOK OUT!!!', 7],
  [{ text: 'a👍b!' }, 'A👍B!!', 2],
])('%j is answered %j', (body, result, characters_amplified) => {
  expect(work(v.parse(request, body))).toEqual({
    original: body.text,
    result,
    characters_amplified,
  });
});

test('any text is in upper case before the marks, and no character is broken', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 1, max: 10 }), (text, intensity) => {
      const { original, result, characters_amplified } = work({ text, intensity });
      expect(original).toBe(text);
      expect(result).toBe(text.toUpperCase() + '!'.repeat(intensity));
      expect(result.isWellFormed()).toBe(text.isWellFormed());
      expect(characters_amplified).toBeLessThanOrEqual([...text].length);
    }),
  );
});
