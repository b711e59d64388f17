import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as v from 'valibot';
import { integer, numberAbove, text } from '../../../functions/body/fields.ts';
import { fieldIssues } from '../../../functions/body/validation-issue.ts';

const schema = v.object({
  text,
  intensity: v.optional(integer(1, 10), 1),
  ratio: v.optional(numberAbove(0, 1), 0.3),
});

/** The problems of a body given as JSON. */
const issuesOf = (json: string) => {
  const body = JSON.parse(json);
  const { success, issues } = v.safeParse(schema, body);
  return success ? [] : fieldIssues(issues, body);
};

test.each([
  ['{"text":"a"}', { text: 'a', intensity: 1, ratio: 0.3 }],
  ['{"text":"\\u0000"}', { text: '\0', intensity: 1, ratio: 0.3 }],
  ['{"text":"\\ud800"}', { text: '\ud800', intensity: 1, ratio: 0.3 }],
  ['{"text":"a","intensity":3.0}', { text: 'a', intensity: 3, ratio: 0.3 }],
  ['{"text":"a","intensity":1e1}', { text: 'a', intensity: 10, ratio: 0.3 }],
  ['{"text":"a","ratio":1}', { text: 'a', intensity: 1, ratio: 1 }],
  ['{"text":"a","ratio":5e-324}', { text: 'a', intensity: 1, ratio: 5e-324 }],
  ['{"text":"a","other":1,"__proto__":{"intensity":2}}', { text: 'a', intensity: 1, ratio: 0.3 }],
  ['{"text":1,"text":"b"}', { text: 'b', intensity: 1, ratio: 0.3 }],
])('%s fits', (json, output) => {
  expect(v.parse(schema, JSON.parse(json))).toEqual(output);
});

describe('text', () => {
  const loc = ['body', 'text'];

  test.each([['{}'], ['{"Text":"a"}'], ['{"__proto__":{"text":"a"}}'], ['{"a":[{"text":"b"}]}']])(
    'absent from %s',
    (json) => {
      expect(issuesOf(json)).toEqual([
        { type: 'missing', loc, msg: 'Field required', input: JSON.parse(json) },
      ]);
    },
  );

  test.each(['null', 'true', '0', '[]', '["a"]', '{}', '{"text":"a"}'])('%s', (value) => {
    expect(issuesOf(`{"text":${value}}`)).toEqual([
      {
        type: 'string_type',
        loc,
        msg: 'Input should be a valid string',
        input: JSON.parse(value),
      },
    ]);
  });

  test('empty', () => {
    expect(issuesOf('{"text":""}')).toEqual([
      {
        type: 'string_too_short',
        loc,
        msg: 'String should have at least 1 character',
        input: '',
        ctx: { min_length: 1 },
      },
    ]);
  });
});

const intProblems = {
  type: { type: 'int_type', msg: 'Input should be a valid integer' },
  fraction: {
    type: 'int_from_float',
    msg: 'Input should be a valid integer, got a number with a fractional part',
  },
  low: {
    type: 'greater_than_equal',
    msg: 'Input should be greater than or equal to 1',
    ctx: { ge: 1 },
  },
  high: {
    type: 'less_than_equal',
    msg: 'Input should be less than or equal to 10',
    ctx: { le: 10 },
  },
};

test.each([
  ['null', intProblems.type],
  ['"3"', intProblems.type],
  ['true', intProblems.type],
  ['[3]', intProblems.type],
  ['{}', intProblems.type],
  ['3.5', intProblems.fraction],
  ['0.5', intProblems.fraction],
  ['10.000001', intProblems.fraction],
  ['-1e-9', intProblems.fraction],
  ['0', intProblems.low],
  ['-0', intProblems.low],
  ['-1', intProblems.low],
  ['-1e300', intProblems.low],
  ['-1e999', intProblems.low],
  ['11', intProblems.high],
  ['1e300', intProblems.high],
  ['1e999', intProblems.high],
])('an integer from 1 to 10 is not %s', (value, problem) => {
  expect(issuesOf(`{"text":"a","intensity":${value}}`)).toEqual([
    { loc: ['body', 'intensity'], input: JSON.parse(value), ...problem },
  ]);
});

const ratioProblems = {
  type: { type: 'float_type', msg: 'Input should be a valid number' },
  low: { type: 'greater_than', msg: 'Input should be greater than 0', ctx: { gt: 0 } },
  high: {
    type: 'less_than_equal',
    msg: 'Input should be less than or equal to 1',
    ctx: { le: 1 },
  },
};

test.each([
  ['null', ratioProblems.type],
  ['"0.3"', ratioProblems.type],
  ['false', ratioProblems.type],
  ['[]', ratioProblems.type],
  ['0', ratioProblems.low],
  ['-0.0', ratioProblems.low],
  ['-1e999', ratioProblems.low],
  ['1.0000000000000002', ratioProblems.high],
  ['1e999', ratioProblems.high],
])('a number above 0 and up to 1 is not %s', (value, problem) => {
  expect(issuesOf(`{"text":"a","ratio":${value}}`)).toEqual([
    { loc: ['body', 'ratio'], input: JSON.parse(value), ...problem },
  ]);
});

test('one problem per field, in the order of the schema, whatever the order of the body', () => {
  const problems = issuesOf('{"ratio":2,"intensity":0.5,"text":""}');
  expect(problems.map(({ loc, type }) => [loc[1], type])).toEqual([
    ['text', 'string_too_short'],
    ['intensity', 'int_from_float'],
    ['ratio', 'less_than_equal'],
  ]);
});

test('an object fits exactly when each of its fields does', () => {
  const value = fc.oneof(fc.jsonValue(), fc.integer({ min: -1, max: 12 }), fc.double());
  const body = fc.record({ text: value, intensity: value, ratio: value }, { requiredKeys: [] });
  const checks = {
    text: (x: unknown) => typeof x === 'string' && x !== '',
    intensity: (x: unknown) => Number.isInteger(x) && Number(x) >= 1 && Number(x) <= 10,
    ratio: (x: unknown) => typeof x === 'number' && x > 0 && x <= 1,
  };
  fc.assert(
    fc.property(body, (sample) => {
      const json = JSON.stringify(sample);
      const sent = JSON.parse(json);
      const bad = Object.entries(checks)
        .filter(([name, check]) => (name in sent ? !check(sent[name]) : name === 'text'))
        .map(([name]) => name);
      expect(issuesOf(json).map(({ loc }) => loc[1])).toEqual(bad);
    }),
    { numRuns: 500 },
  );
});
