/** The table of problems, and what a body must be: every answer of 422 to the letter. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type SharedService, sharedService } from '../service.ts';
import { countedPaths, expectQuota, longWindow, newKey, post } from './client.ts';

let service: SharedService;
beforeAll(async () => {
  service = await sharedService(longWindow);
});

/** Expects a body to be answered with these problems, written exactly so. */
const expectProblems = async (path: string, body: string, problems: unknown) => {
  const answer = await post(service.url, path, newKey(), body);
  expect(answer.status).toBe(422);
  expect(answer.text).toBe(JSON.stringify({ detail: problems }));
  expectQuota(answer, { remaining: 29 });
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

describe.each(countedPaths)('%s', (path) => {
  test.each([
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
  ])('%j', async (body, problem) => {
    await expectProblems(path, body, [problem]);
  });

  test.each([
    '{"__proto__":1}',
    '{"text":"a","__proto__":{"text":"a"}}',
    '{"text":"a","x":[{"__proto__":null}]}',
    '{"text":{"\\u005f_proto__":[]}}',
    '{"text":"a","x":{"constructor":{"prototype":1}}}',
    '{"text":"a","constructor":{"a":1,"prototype":null}}',
    '{"text":"a","constructor":1,"constructor":{"prototype":1}}',
    '[{"__proto__":1}]',
  ])('%s has a forbidden member', async (body) => {
    await expectProblems(path, body, [notJson(0, 'Forbidden member name')]);
  });

  test.each([
    '{"text":"a","constructor":{"prototype":1},"constructor":1}',
    '{"text":"a","x":{"__proto__":1},"x":1}',
    '{"text":"a","constructor":"prototype"}',
    '{"text":"a","constructor":{"constructor":{}},"prototype":{"a":1}}',
    '{"text":"a","__PROTO__":1,"x":["__proto__"]}',
  ])('%s has none', async (body) => {
    expect((await post(service.url, path, newKey(), body)).status).toBe(200);
  });

  test('a fault of the syntax comes before a forbidden member', async () => {
    const body = '{"__proto__":1,"text":"a"';
    await expectProblems(path, body, [notJson(25, "Expecting ',' delimiter")]);
  });

  test('lone surrogates in the input come back as they were written', async () => {
    const { text } = await post(service.url, path, newKey(), '{"text":["\\ud800"]}');
    expect(text).toContain('"input":["\\ud800"]}');
  });

  /** So many levels of one kind. */
  const arrays = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  const objects = (levels: number) => `${'{"a":'.repeat(levels)}0${'}'.repeat(levels)}`;

  test.each([
    ['arrays', arrays],
    ['objects', objects],
  ])('%s nested 1,000 deep are read, and given back', async (_, nested) => {
    const inUnknownField = `{"text":"a","x":${nested(999)}}`;
    expect((await post(service.url, path, newKey(), inUnknownField)).status).toBe(200);
    for (const [body, input] of [
      [`{"text":${nested(999)}}`, nested(999)],
      [`{"x":${nested(999)}}`, `{"x":${nested(999)}}`],
    ] as const) {
      const { status, text } = await post(service.url, path, newKey(), body);
      expect(status).toBe(422);
      expect(text).toContain(`"input":${input}}`);
    }
  });

  test('an array nested 1,000 deep is given back', async () => {
    await expectProblems(path, arrays(1_000), [notObject(JSON.parse(arrays(1_000)))]);
  });

  test.each([
    ['arrays', arrays(1_001)],
    ['objects', objects(1_001)],
    ['arrays in an unknown field', `{"text":"a","x":${arrays(1_000)}}`],
    ['objects in the text', `{"text":${objects(1_000)}}`],
    ['as many arrays as fit', arrays(5_000)],
    ['as many brackets as fit, all of them open', '['.repeat(10_000)],
    ['brackets with no end, after a forbidden member', `{"__proto__":1,"x":${'['.repeat(1_000)}`],
    ['brackets after a fault of the syntax', `x${'['.repeat(1_001)}`],
  ])('%s are nested too deeply', async (_, body) => {
    await expectProblems(path, body, [notJson(0, 'Nested too deeply')]);
  });

  test('1,000 brackets, all of them open, are not JSON', async () => {
    await expectProblems(path, '['.repeat(1_000), [notJson(1_000, 'Expecting value')]);
  });

  test('brackets in a string, and side by side, are not nested', async () => {
    for (const body of [
      `{"text":"${'[{'.repeat(4_990)}"}`,
      `{"text":"a \\"${'['.repeat(9_900)}"}`,
      `{"text":"a","x":[${'[],{},'.repeat(1_600)}0]}`,
    ]) {
      expect((await post(service.url, path, newKey(), body)).status).toBe(200);
    }
  });
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

  test.each([
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
  ])('%s', async (value, problem) => {
    await expectProblems('/v1/scream', `{"text":"a","intensity":${value}}`, [problem]);
  });

  test('means nothing to the other endpoints', async () => {
    const body = { text: 'a', intensity: 'x' };
    expect((await post(service.url, '/v1/shout', newKey(), body)).status).toBe(200);
    expect((await post(service.url, '/v1/whisper', newKey(), body)).status).toBe(200);
  });

  test.each([
    ['{"intensity":11,"text":""}', [tooShort, { ...tooHigh, input: 11, ctx: { le: 10 } }]],
    ['{"intensity":0}', [missing({ intensity: 0 }), { ...tooLow, input: 0, ctx: { ge: 1 } }]],
    ['{"intensity":null,"text":null}', [notString(null), { ...notNumber, input: null }]],
  ])('all problems of %s at once, in the order of the schema', async (body, problems) => {
    await expectProblems('/v1/scream', body, problems);
  });
});
