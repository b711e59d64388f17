import { expect, test } from '@jest/globals';
import { capitalization } from '../../../functions/text/capitalization.ts';
import { uppercase } from '../../../functions/text/case.ts';

test('the response tells what was sent, what became of it, and how much of it changed', () => {
  expect(capitalization('Straße', uppercase('Straße'))).toEqual({
    original: 'Straße',
    result: 'STRASSE',
    characters_amplified: 5,
  });
});

test('a suffix is appended, and not counted', () => {
  expect(capitalization('a!', uppercase('a!'), '!!!')).toEqual({
    original: 'a!',
    result: 'A!!!!',
    characters_amplified: 1,
  });
});
