import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { stringify } from '../../../functions/body/stringify.ts';

test('writes what JSON.stringify writes', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary', maxDepth: 6 }), (value) => {
      expect(stringify(value)).toBe(JSON.stringify(value));
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ['an own __proto__', '{"__proto__":{"a":1},"constructor":[]}'],
  ['lone surrogates', '["\\ud800","\\udc00a"]'],
  ['numeric names in front', '{"1":0,"2":0,"a":0,"":0}'],
  ['empty things', '[[],{},"",[{}],{"a":[]}]'],
  ['control characters', '"\\u0000\\b\\n\\u001f\u2028"'],
])('%s', (_, json) => {
  expect(stringify(JSON.parse(json))).toBe(json);
});

test('members without a value are left out, as in JSON.stringify', () => {
  const value = { a: undefined, b: 1, c: undefined };
  expect(stringify(value)).toBe('{"b":1}');
});

test.each([
  ['arrays', '['.repeat(4_990) + ']'.repeat(4_990)],
  ['objects', `${'{"a":'.repeat(4_990)}0${'}'.repeat(4_990)}`],
])('%s of 4,990 levels come back as they were', (_, json) => {
  expect(stringify(JSON.parse(json))).toBe(json);
});

test('10,000 characters of any shape come back as they were', () => {
  const wide = `[${'0,'.repeat(4_998)}0]`;
  const steps = `${'[0,'.repeat(2_499)}0${']'.repeat(2_499)}`;
  expect(stringify(JSON.parse(wide))).toBe(wide);
  expect(stringify(JSON.parse(steps))).toBe(steps);
});
