import { expect, test } from '@jest/globals';
import { Difference, Unreached } from '../../../lib/verify/check.ts';
import { expectMatch, expectSame, expectThat, inCase } from '../../../lib/verify/expect.ts';

const differenceOf = (work: () => void): string => {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(Difference);
    return (error as Error).message;
  }
  return 'none';
};

test('what is the same is no difference', () => {
  expect(differenceOf(() => expectSame('it', { a: [1] }, { a: [1] }))).toBe('none');
  expect(differenceOf(() => expectMatch('it', 'abc', /b/))).toBe('none');
  expect(differenceOf(() => expectThat('it', true, 'so', 'so'))).toBe('none');
});

test('a difference says what was expected, and what came', () => {
  expect(differenceOf(() => expectSame('it', undefined, '1'))).toBe(
    'it: expected "1", got nothing',
  );
  expect(differenceOf(() => expectMatch('it', 1, /1/))).toBe('it: expected /1/, got 1');
  expect(differenceOf(() => expectThat('it', false, 'less', 2))).toBe('it: expected less, got 2');
});

test('of long values it shows where they part', () => {
  const long = (end: string) => `${'a'.repeat(5_000)}${end}${'z'.repeat(5_000)}`;
  const difference = differenceOf(() => expectSame('it', long('got'), long('wanted')));
  expect(difference).toMatch(/^it: expected …a+wantedz+…, got …a+gotz+…$/);
  expect(difference.length).toBeLessThan(400);
});

test('a difference is told with its case, and what is none comes as it is', async () => {
  const failing = (error: Error) => inCase('so', () => Promise.reject(error));
  await expect(failing(new Difference('a, not b'))).rejects.toThrow(/^so: a, not b$/);
  await expect(failing(new Unreached('gone'))).rejects.toThrow(/^gone$/);
});
