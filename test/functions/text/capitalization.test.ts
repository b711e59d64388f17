import { expect, test } from '@jest/globals';
import { work as scream } from '../../../functions/endpoints/scream/endpoint.ts';
import { work as shout } from '../../../functions/endpoints/shout/endpoint.ts';

test('a response has the original, the result and the number of changed characters', () => {
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
