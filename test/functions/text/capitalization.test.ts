import { expect, test } from '@jest/globals';
import { work as scream } from '../../../functions/scream/endpoint.ts';
import { work as shout } from '../../../functions/shout/endpoint.ts';

test('an answer has the text as it was sent, the result, and how many characters changed', () => {
  expect(shout({ text: 'Straße' })).toEqual({
    original: 'Straße',
    result: 'STRASSE',
    characters_amplified: 5,
  });
});

test('exclamation marks are appended and not counted', () => {
  expect(scream({ text: 'a!', intensity: 3 })).toEqual({
    original: 'a!',
    result: 'A!!!!',
    characters_amplified: 1,
  });
});
