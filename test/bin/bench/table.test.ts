import { expect, test } from '@jest/globals';
import { formatTable, median } from '../../../bin/bench/table.ts';

test('finds the middle of values in any order', () => {
  expect(median([3, 100, 1])).toBe(3);
  expect(median([4, 1, 3, 2])).toBe(3);
});

test('aligns the first column to the left and the others to the right', () => {
  expect(
    formatTable([
      ['', 'ms', 'calls'],
      ['shout', '9.5', '1'],
      ['sdk', '12.25', '1 1'],
    ]),
  ).toBe(['          ms  calls', 'shout    9.5      1', 'sdk    12.25    1 1'].join('\n'));
});
