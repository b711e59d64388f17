/** The validation errors of fields, as pydantic v2 writes them. */
import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { boolean, integer, numberAbove, text } from '../../../functions/request/fields.ts';
import { fieldIssues } from '../../../functions/request/issues.ts';

const schema = v.object({
  text,
  intensity: v.optional(integer(1, 10), 1),
  ratio: v.optional(numberAbove(0, 1), 0.3),
  loud: v.optional(boolean),
});

const findIssues = (json: string) => {
  const body = JSON.parse(json);
  const { success, issues } = v.safeParse(schema, body);
  return success ? [] : fieldIssues(issues, body);
};

test.each([
  ['{"text":"\\ud800"}', { text: '\ud800', intensity: 1, ratio: 0.3 }],
  ['{"text":"a","intensity":3.0,"ratio":1}', { text: 'a', intensity: 3, ratio: 1 }],
  ['{"text":"a","intensity":1e1,"ratio":5e-324}', { text: 'a', intensity: 10, ratio: 5e-324 }],
  ['{"text":"a","other":1,"__proto__":{"intensity":2}}', { text: 'a', intensity: 1, ratio: 0.3 }],
])('%s is valid', (json, output) => {
  expect(v.parse(schema, JSON.parse(json))).toEqual(output);
});

test.each(['{}', '{"Text":"a"}', '{"__proto__":{"text":"a"}}', '{"a":[{"text":"b"}]}'])(
  'the text is missing in %s',
  (json) => {
    expect(findIssues(json)).toEqual([
      { type: 'missing', loc: ['body', 'text'], msg: 'Field required', input: JSON.parse(json) },
    ]);
  },
);

test('a text may not be empty', () => {
  const [ctx, msg] = [{ min_length: 1 }, 'String should have at least 1 character'];
  const problem = { type: 'string_too_short', loc: ['body', 'text'], msg, input: '', ctx };
  expect(findIssues('{"text":""}')).toEqual([problem]);
});

const whole = 'a valid integer, got a number with a fractional part';

test.each([
  ['loud', 'bool_type', 'a valid boolean', undefined, ['"true"']],
  ['text', 'string_type', 'a valid string', undefined, ['null', '0', '["a"]']],
  ['intensity', 'int_type', 'a valid integer', undefined, ['null', '"3"', 'true']],
  ['intensity', 'int_from_float', whole, undefined, ['0.5', '10.000001']],
  ['intensity', 'greater_than_equal', 'greater than or equal to 1', { ge: 1 }, ['-0', '-1e999']],
  ['intensity', 'less_than_equal', 'less than or equal to 10', { le: 10 }, ['11', '1e999']],
  ['ratio', 'float_type', 'a valid number', undefined, ['null', '"0.3"']],
  ['ratio', 'greater_than', 'greater than 0', { gt: 0 }, ['0', '-1e999']],
  ['ratio', 'less_than_equal', 'less than or equal to 1', { le: 1 }, ['1.00000000001', '1e999']],
])('%s: %s', (field, type, rule, ctx, values) => {
  const otherFields = field === 'text' ? '' : '"text":"a",';
  const problem = { type, loc: ['body', field], msg: `Input should be ${rule}`, ctx };
  expect(values.flatMap((value) => findIssues(`{${otherFields}"${field}":${value}}`))).toEqual(
    values.map((value) => ({ ...problem, input: JSON.parse(value) })),
  );
});
