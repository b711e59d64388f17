import { expect, test } from '@jest/globals';
import { normalize } from '../../../../functions/emphasis/markdown/normal-text.ts';

test('lines end alike, without spaces, and one blank line is left of several', () => {
  expect(normalize('a \r\n\t\r\n\n\rb')).toEqual({ lines: 'a\n\nb', places: [0, 2, 5, 9] });
});
