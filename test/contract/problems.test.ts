/** The table of problems, and what a body must be: every answer of 422 to the letter. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Service, startService } from '../service.ts';
import { countedPaths, expectQuota, longWindow, newKey, post } from './client.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ env: longWindow });
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

  test('a __proto__ in the body is a field like any other, and is given back', async () => {
    const body = '{"__proto__":{"text":"a"},"constructor":{"text":"a"}}';
    const { text, status } = await post(service.url, path, newKey(), body);
    expect(status).toBe(422);
    expect(text).toBe(
      `{"detail":[{"type":"missing","loc":["body","text"],"msg":"Field required","input":${body}}]}`,
    );
  });

  test('lone surrogates in the input come back as they were written', async () => {
    const { text } = await post(service.url, path, newKey(), '{"text":["\\ud800"]}');
    expect(text).toContain('"input":["\\ud800"]}');
  });

  test.each([
    ['arrays', '['.repeat(4_990) + ']'.repeat(4_990)],
    ['objects', `${'{"a":'.repeat(1_660)}0${'}'.repeat(1_660)}`],
  ])('%s nested as deep as 10,000 characters allow', async (_, nested) => {
    const { status, text } = await post(service.url, path, newKey(), `{"text":${nested}}`);
    expect(status).toBe(422);
    expect(text).toContain(`"input":${nested}}`);
  });

  test('as many brackets as fit, all of them open', async () => {
    const { status, json } = await post(service.url, path, newKey(), '['.repeat(10_000));
    expect(status).toBe(422);
    expect(json).toEqual({ detail: [notJson(10_000, 'Expecting value')] });
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
