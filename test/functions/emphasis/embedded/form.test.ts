import { expect, test } from '@jest/globals';
import { formsOf } from '../../../../functions/emphasis/embedded/form.ts';

test.each([
  ['0, lower case or no case', 0, 'hello 你好'],
  ['1, capitalized', 1, 'Hello A ǅungla McCoy'],
  ['2, in capitals', 2, 'HELLO U.S ÉТΣ B2B'],
  ['3, begins with a digit', 3, '2B ٣'],
])('shape %s', (_, shape, words) => {
  const forms = formsOf(words.split(' ').map((text) => ({ text })));
  expect(forms.filter((form) => form.shape !== shape)).toEqual([]);
});
