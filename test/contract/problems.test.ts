/**
 * The table of problems, and what a body must be: every answer of 422 to the letter. What reads bodies is the same
 * for all endpoints; that each has it is seen by the examples of its description, which `checks.test.ts` sends.
 */

import { beforeAll, describe, expect, test } from '@jest/globals';
import { maxCharacters } from '../../functions/http/body-size.ts';
import { type SharedService, sharedDemo } from '../service.ts';
import { expectQuota, newKey, post } from './client.ts';

let service: SharedService;
beforeAll(async () => {
  service = await sharedDemo();
});

const shout = (body: string) => post(service.url, '/v1/shout', newKey(), body);

/** Expects bodies to be answered with these problems, written exactly so. */
const expectProblems = async (
  rows: readonly (readonly [body: string, ...problems: object[]])[],
  path = '/v1/shout',
) => {
  const answers: (readonly [string, number, string])[] = [];
  for (const [body] of rows) {
    const answer = await post(service.url, path, newKey(), body);
    answers.push([body, answer.status, answer.text]);
    expectQuota(answer, { remaining: 29 });
  }
  expect(answers).toEqual(
    rows.map(([body, ...problems]) => [body, 422, JSON.stringify({ detail: problems })]),
  );
};

/** Expects bodies to be taken. */
const expectTaken = async (bodies: readonly string[]) => {
  for (const body of bodies) expect([body, (await shout(body)).status]).toEqual([body, 200]);
};

const missing = (input: unknown) => ({
  type: 'missing',
  loc: ['body', 'text'],
  msg: 'Field required',
  input,
});
const notString = (input: unknown) => ({
  type: 'string_type',
  loc: ['body', 'text'],
  msg: 'Input should be a valid string',
  input,
});
const tooShort = {
  type: 'string_too_short',
  loc: ['body', 'text'],
  msg: 'String should have at least 1 character',
  input: '',
  ctx: { min_length: 1 },
};
const notObject = (input: unknown) => ({
  type: 'model_attributes_type',
  loc: ['body'],
  msg: 'Input should be a valid dictionary or object to extract fields from',
  input,
});
const bodyMissing = { type: 'missing', loc: ['body'], msg: 'Field required', input: null };
const notJson = (offset: number, error: string) => ({
  type: 'json_invalid',
  loc: ['body', offset],
  msg: 'JSON decode error',
  input: {},
  ctx: { error },
});

test('a body that is missing, no object, or without a text is told so', () =>
  expectProblems([
    ['', bodyMissing],
    ['{}', missing({})],
    ['{"Text":"a","x":[1,null]}', missing({ Text: 'a', x: [1, null] })],
    ['{"text":null}', notString(null)],
    ['{"text":1.50}', notString(1.5)],
    ['{"text":true}', notString(true)],
    ['{"text":["a"]}', notString(['a'])],
    ['{"text":{"text":"a"}}', notString({ text: 'a' })],
    ['{"text":"a","text":7}', notString(7)],
    ['{"text":""}', tooShort],
    ['null', notObject(null)],
    ['true', notObject(true)],
    ['12', notObject(12)],
    ['"text"', notObject('text')],
    ['[]', notObject([])],
    ['[{"text":"a"}]', notObject([{ text: 'a' }])],
  ]));

test('what is no JSON is told what is wrong, and where', () =>
  expectProblems([
    ['{', notJson(1, 'Expecting property name enclosed in double quotes')],
    ['{"text":"a"', notJson(11, "Expecting ',' delimiter")],
    ['{"text":"😀"}}', notJson(12, 'Extra data')],
    ['{"text":"a\nb"}', notJson(10, 'Invalid control character at')],
    ['{"text":"\\x"}', notJson(9, 'Invalid \\escape')],
    ['{"text":"\\u00g0"}', notJson(10, 'Invalid \\uXXXX escape')],
    ["{'text':'a'}", notJson(1, 'Expecting property name enclosed in double quotes')],
    ['{"text":NaN}', notJson(8, 'Expecting value')],
    ['  \n', notJson(3, 'Expecting value')],
    ['text=a', notJson(0, 'Expecting value')],
    // A fault of the syntax comes before a forbidden member.
    ['{"__proto__":1,"text":"a"', notJson(25, "Expecting ',' delimiter")],
  ]));

test('a member that would reach an object in JavaScript is forbidden, wherever it stands', async () => {
  const forbidden = notJson(0, 'Forbidden member name');
  await expectProblems([
    ['{"__proto__":1}', forbidden],
    ['{"text":"a","__proto__":{"text":"a"}}', forbidden],
    ['{"text":"a","x":[{"__proto__":null}]}', forbidden],
    ['{"text":{"\\u005f_proto__":[]}}', forbidden],
    ['{"text":"a","x":{"constructor":{"prototype":1}}}', forbidden],
    ['{"text":"a","constructor":{"a":1,"prototype":null}}', forbidden],
    ['{"text":"a","constructor":1,"constructor":{"prototype":1}}', forbidden],
    ['[{"__proto__":1}]', forbidden],
  ]);
  await expectTaken([
    '{"text":"a","constructor":{"prototype":1},"constructor":1}',
    '{"text":"a","x":{"__proto__":1},"x":1}',
    '{"text":"a","constructor":"prototype"}',
    '{"text":"a","constructor":{"constructor":{}},"prototype":{"a":1}}',
    '{"text":"a","__PROTO__":1,"x":["__proto__"]}',
  ]);
});

test('lone surrogates in the input come back as they were written', async () => {
  expect((await shout('{"text":["\\ud800"]}')).text).toContain('"input":["\\ud800"]}');
});

describe('of levels', () => {
  const arrays = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  const objects = (levels: number) => `${'{"a":'.repeat(levels)}0${'}'.repeat(levels)}`;

  test.each([
    ['arrays', arrays],
    ['objects', objects],
  ])('%s may have 1,000, and come back so', async (_, nested) => {
    await expectTaken([`{"text":"a","x":${nested(999)}}`]);
    for (const [body, input] of [
      [`{"text":${nested(999)}}`, nested(999)],
      [`{"x":${nested(999)}}`, `{"x":${nested(999)}}`],
      [arrays(1_000), arrays(1_000)],
    ] as const) {
      const { status, text } = await shout(body);
      expect(status).toBe(422);
      expect(text).toContain(`"input":${input}}`);
    }
  });

  test('more are too many, whether or not the body is JSON', async () => {
    const tooDeep = notJson(0, 'Nested too deeply');
    await expectProblems([
      [arrays(1_001), tooDeep],
      [objects(1_001), tooDeep],
      [`{"text":"a","x":${arrays(1_000)}}`, tooDeep],
      [`{"text":${objects(1_000)}}`, tooDeep],
      [arrays(5_000), tooDeep],
      ['['.repeat(maxCharacters), tooDeep],
      [`{"__proto__":1,"x":${'['.repeat(1_000)}`, tooDeep],
      [`x${'['.repeat(1_001)}`, tooDeep],
      ['['.repeat(1_000), notJson(1_000, 'Expecting value')],
    ]);
  });

  test('brackets in a string, and side by side, make none', () =>
    expectTaken([
      `{"text":"${'[{'.repeat(4_990)}"}`,
      `{"text":"a \\"${'['.repeat(9_900)}"}`,
      `{"text":"a","x":[${'[],{},'.repeat(1_600)}0]}`,
    ]));
});

describe('intensity', () => {
  const loc = ['body', 'intensity'];
  const notNumber = { type: 'int_type', loc, msg: 'Input should be a valid integer' };
  const fraction = {
    type: 'int_from_float',
    loc,
    msg: 'Input should be a valid integer, got a number with a fractional part',
  };
  const tooLow = {
    type: 'greater_than_equal',
    loc,
    msg: 'Input should be greater than or equal to 1',
  };
  const tooHigh = {
    type: 'less_than_equal',
    loc,
    msg: 'Input should be less than or equal to 10',
  };

  const problems: readonly (readonly [value: string, problem: object])[] = [
    ['null', { ...notNumber, input: null }],
    ['"3"', { ...notNumber, input: '3' }],
    ['true', { ...notNumber, input: true }],
    ['[3]', { ...notNumber, input: [3] }],
    ['{}', { ...notNumber, input: {} }],
    ['3.5', { ...fraction, input: 3.5 }],
    ['0.5', { ...fraction, input: 0.5 }],
    ['0', { ...tooLow, input: 0, ctx: { ge: 1 } }],
    ['-1', { ...tooLow, input: -1, ctx: { ge: 1 } }],
    ['11', { ...tooHigh, input: 11, ctx: { le: 10 } }],
    ['1e300', { ...tooHigh, input: 1e300, ctx: { le: 10 } }],
  ];

  test('is a whole number from 1 to 10', () =>
    expectProblems(
      problems.map(([value, problem]) => [`{"text":"a","intensity":${value}}`, problem]),
      '/v1/scream',
    ));

  test('means nothing to the other endpoints', async () => {
    const body = { text: 'a', intensity: 'x' };
    expect((await post(service.url, '/v1/shout', newKey(), body)).status).toBe(200);
    expect((await post(service.url, '/v1/whisper', newKey(), body)).status).toBe(200);
  });

  test('and the text are told of together, in the order of the schema', () =>
    expectProblems(
      [
        ['{"intensity":11,"text":""}', tooShort, { ...tooHigh, input: 11, ctx: { le: 10 } }],
        ['{"intensity":0}', missing({ intensity: 0 }), { ...tooLow, input: 0, ctx: { ge: 1 } }],
        ['{"intensity":null,"text":null}', notString(null), { ...notNumber, input: null }],
      ],
      '/v1/scream',
    ));
});
