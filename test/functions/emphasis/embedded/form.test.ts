import { expect, test } from '@jest/globals';
import { formsOf } from '../../../../functions/emphasis/embedded/form.ts';

const shapeOf = (word: string) => formsOf([word])[0]?.shape;

test.each([
  ['hello', 0],
  ['你好', 0],
  ['Hello', 1],
  ['A', 1],
  ['ǅungla', 1],
  ['McCoy', 1],
  ['HELLO', 2],
  ['U.S', 2],
  ['ÉТΣ', 2],
  ['B2B', 2],
  ['2B', 3],
  ['٣', 3],
])('the shape of %s is %i', (word, shape) => {
  expect(shapeOf(word)).toBe(shape);
});
