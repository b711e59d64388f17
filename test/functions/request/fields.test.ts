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

const issuesOf = (json: string) => {
  const body = JSON.parse(json);
  const { success, issues } = v.safeParse(schema, body);
  return success ? [] : fieldIssues(issues, body);
};

test.each([
  ['{"text":"\\ud800"}', { text: '\ud800', intensity: 1, ratio: 0.3 }],
  ['{"text":"a","intensity":3.0,"ratio":1}', { text: 'a', intensity: 3, ratio: 1 }],
  ['{"text":"a","intensity":1e1,"ratio":5e-324}', { text: 'a', intensity: 10, ratio: 5e-324 }],
  ['{"text":"a","other":1,"__proto__":{"intensity":2}}', { text: 'a', intensity: 1, ratio: 0.3 }],
  ['{"text":1,"text":"b"}', { text: 'b', intensity: 1, ratio: 0.3 }],
])('%s is valid', (json, output) => {
  expect(v.parse(schema, JSON.parse(json))).toEqual(output);
});

test.each(['{}', '{"Text":"a"}', '{"__proto__":{"text":"a"}}', '{"a":[{"text":"b"}]}'])(
  'the text is missing in %s',
  (json) => {
    expect(issuesOf(json)).toEqual([
      { type: 'missing', loc: ['body', 'text'], msg: 'Field required', input: JSON.parse(json) },
    ]);
  },
);

const notString = { type: 'string_type', msg: 'Input should be a valid string' };
const empty = {
  type: 'string_too_short',
  msg: 'String should have at least 1 character',
  ctx: { min_length: 1 },
};
const notInteger = { type: 'int_type', msg: 'Input should be a valid integer' };
const fraction = {
  type: 'int_from_float',
  msg: 'Input should be a valid integer, got a number with a fractional part',
};
const below1 = {
  type: 'greater_than_equal',
  msg: 'Input should be greater than or equal to 1',
  ctx: { ge: 1 },
};
const above10 = {
  type: 'less_than_equal',
  msg: 'Input should be less than or equal to 10',
  ctx: { le: 10 },
};
const notNumber = { type: 'float_type', msg: 'Input should be a valid number' };
const notAbove0 = { type: 'greater_than', msg: 'Input should be greater than 0', ctx: { gt: 0 } };
const above1 = {
  type: 'less_than_equal',
  msg: 'Input should be less than or equal to 1',
  ctx: { le: 1 },
};

test.each([
  ['loud', { type: 'bool_type', msg: 'Input should be a valid boolean' }, ['"true"']],
  ['text', notString, ['null', '0', '["a"]']],
  ['text', empty, ['""']],
  ['intensity', notInteger, ['null', '"3"', 'true']],
  ['intensity', fraction, ['0.5', '10.000001']],
  ['intensity', below1, ['-0', '-1e999']],
  ['intensity', above10, ['11', '1e999']],
  ['ratio', notNumber, ['null', '"0.3"']],
  ['ratio', notAbove0, ['0', '-1e999']],
  ['ratio', above1, ['1.0000000000000002', '1e999']],
])('%s: %j', (field, problem, values) => {
  const others = field === 'text' ? '' : '"text":"a",';
  expect(values.flatMap((value) => issuesOf(`{${others}"${field}":${value}}`))).toEqual(
    values.map((value) => ({ loc: ['body', field], input: JSON.parse(value), ...problem })),
  );
});
