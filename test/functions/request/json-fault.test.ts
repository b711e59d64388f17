import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isNestedDeeper, jsonFault } from '../../../functions/request/json-fault.ts';
import { codePoint } from '../../support/properties.ts';

/** By the messages of Python 3.11's `json.loads`: texts with a mark where the fault is. */
const faults = {
  'Expecting value': [
    ...['^', '^nul', '^-', '^.5', '^\u00a01', '^]', '[^', '[^,]', '[1,^]', '{"a":^', '{"😀":^}'],
    // Python accepts these; RFC 8259 doesn't.
    ...['^NaN', '^Infinity', '^-Infinity'],
  ],
  'Extra data': ['null ^null', '{} ^{}', '0^1', '1^.', '"😀" ^😀'],
  "Expecting ',' delimiter": ['[1^', '[1 ^2]', '[1^}', '{"a":1^', '{"a":1^]', '{"a":1 ^"b":2}'],
  'Expecting property name enclosed in double quotes': ['{^', "{^'a': 1}", '{"a":1,^}'],
  "Expecting ':' delimiter": ['{"a"^', '{"a" ^1}'],
  'Unterminated string starting at': ['{"a":^"b', '^"a', '^"a\\', '^"\\u1234a'],
  'Invalid \\escape': ['"^\\x"', '"a^\\x'],
  'Invalid \\uXXXX escape': ['"\\^u"', '"a\\^u12', '"\\^u12G4"'],
  'Invalid control character at': ['"a^\nb"', '"^\t'],
};

test.each(Object.entries(faults))('%s, at the offset in characters', (error, marked) => {
  for (const text of marked) {
    const offset = [...text].indexOf('^');
    expect([text, jsonFault(text.replace('^', ''))]).toEqual([text, { error, offset }]);
  }
});

test('no length and no depth exhausts the stack', () => {
  expect(jsonFault(`"${'a'.repeat(100_000)}"`)).toBeUndefined();
  expect(jsonFault('['.repeat(100_000) + ']'.repeat(100_000))).toBeUndefined();
  expect(jsonFault('{"":'.repeat(100_000))?.offset).toBe(400_000);
});

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const json = fc.tuple(fc.jsonValue({ stringUnit: codePoint }), fc.constantFrom(0, 1, '\t', ' \n'));
const jsonText = json.map(([value, space]) => JSON.stringify(value, null, space));

/** JSON with a part replaced. */
const mutant = fc
  .tuple(
    jsonText,
    fc.nat(),
    fc.nat(3),
    fc.oneof(
      fc.constantFrom('', ...'{}[]",:\\-+.0eE \t\n\u0000\ud83d'),
      fc.constantFrom('\\u', '\\ud83d', 'null', 'tru', '😀', '\u2028', '\ufeff', '"a":'),
    ),
  )
  .map(([text, place, cut, put]) => {
    const at = place % (text.length + 1);
    return text.slice(0, at) + put + text.slice(at + cut);
  });

const anyText = fc.oneof(
  jsonText,
  mutant,
  fc.string({ unit: codePoint }),
  fc.string({ unit: fc.constantFrom(...'{}[]",:\\u019.-eE \n') }),
);

test('a text has a fault exactly if JSON.parse rejects it', () => {
  fc.assert(
    fc.property(anyText, (text) => (jsonFault(text) === undefined) === isJson(text)),
    { numRuns: 2000 },
  );
});

test.each([
  ['"[{"', 0],
  ['[]', 1],
  ['[{"a":2},[1],{}]', 2],
  ['["\\"[[","\\\\",{}]', 2],
  ['{"]":[{}]}', 3],
])('%s has %d levels', (text, levels) => {
  expect([levels - 1, levels].map((limit) => isNestedDeeper(text, limit))).toEqual([true, false]);
});
