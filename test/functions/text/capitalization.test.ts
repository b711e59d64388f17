import { expect, test } from '@jest/globals';
import { scream, shout } from '../../../functions/text/capitalization.ts';

test('an answer has the text as it was sent, the result, and how many characters changed', () => {
  expect(shout('Straße')).toEqual({
    original: 'Straße',
    result: 'STRASSE',
    characters_amplified: 5,
  });
});

test('exclamation marks are appended and not counted', () => {
  expect(scream('a!', 3)).toEqual({ original: 'a!', result: 'A!!!!', characters_amplified: 1 });
});
