import { test } from '@jest/globals';
import fc from 'fast-check';
import { isNestedDeeper } from '../../../functions/body/depth.ts';

const levels = (text: string): number => {
  let limit = 0;
  while (isNestedDeeper(text, limit)) limit += 1;
  return limit;
};

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Math.max(0, ...Object.values(value).map(depthOf))
    : 0;

test('JSON has as many levels as its value', () => {
  const stringUnit = fc.constantFrom(...'[]{}"\\,:a', '\u0000', '😀', '\ud83d');
  fc.assert(
    fc.property(
      fc.jsonValue({ stringUnit, maxDepth: 8 }),
      fc.constantFrom(0, 1, '\t'),
      (value, space) => levels(JSON.stringify(value, null, space)) === depthOf(value),
    ),
    { numRuns: 1000 },
  );
});
