import { expect, test } from '@jest/globals';
import { isDisputed } from '../../../../functions/emphasis/markdown/disputed.ts';

test.each([
  '1) a',
  '*\nb',
  '\uFEFF**a',
  'a_\u2028',
  '👍**a',
  'a*👍',
  '***a** b**c',
  '****a* "*"',
  'a ~*b*',
  'a *b*~',
  'a <![CDATA[',
])('%j is disputed', (block) => {
  expect(isDisputed(block)).toBe(true);
});

test.each([
  'a 1) b',
  '1984.5',
  '**a** *b*',
  '**👍 a** b',
  'a **b👍** c',
  '***a*** b',
  '日**本**語',
  'a\u2028b',
  '',
])('%j is not disputed', (block) => {
  expect(isDisputed(block)).toBe(false);
});
