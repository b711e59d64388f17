/** Request bodies over HTTP: content type, encoding, size, and the exact text of validation errors. */
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { maxCharacters } from '../../functions/request/body-size.ts';
import { type SharedService, sharedDemo } from '../support/service.ts';
import { expectQuota, newKey, post, send, slotsLeft } from './client.ts';

let service: SharedService;
beforeAll(async () => {
  service = await sharedDemo();
});

const shout = (
  body: string | Buffer,
  type: string | undefined = 'application/json',
  headers: Readonly<Record<string, string>> = {},
) =>
  send(service.url, {
    path: '/v1/shout',
    headers: {
      'X-API-Key': newKey(),
      ...(type !== 'none' && { 'Content-Type': type }),
      ...headers,
    },
    body,
  });

const notObject = (input: unknown) => ({
  type: 'model_attributes_type',
  loc: ['body'],
  msg: 'Input should be a valid dictionary or object to extract fields from',
  input,
});
const notJson = (offset: number, error: string) => ({
  type: 'json_invalid',
  loc: ['body', offset],
  msg: 'JSON decode error',
  input: {},
  ctx: { error },
});
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

test.each<readonly [string, object]>([
  ['', { type: 'missing', loc: ['body'], msg: 'Field required', input: null }],
  ['null', notObject(null)],
  ['true', notObject(true)],
  ['12', notObject(12)],
  ['"text"', notObject('text')],
  ['[{"text":"a"}]', notObject([{ text: 'a' }])],
  ['{"text":"😀"}}', notJson(12, 'Extra data')],
  // A syntax error takes precedence over a forbidden member.
  ['{"__proto__":1,"text":"a"', notJson(25, "Expecting ',' delimiter")],
  [nested(1_000), notObject(JSON.parse(nested(1_000)))],
  [nested(1_001), notJson(0, 'Nested too deeply')],
  ['{"a":[{"\\u005f_proto__":1}]}', notJson(0, 'Forbidden member name')],
  ['{"constructor":1,"construct\\u006fr":{"prototype":1}}', notJson(0, 'Forbidden member name')],
  [
    '{"constructor":{"prototype":1},"constructor":[]}',
    {
      type: 'missing',
      loc: ['body', 'text'],
      msg: 'Field required',
      input: { constructor: [] },
    },
  ],
])('invalid body %# is answered 422 to the letter, and uses a slot', async (body, problem) => {
  const answer = await shout(body);
  expect([answer.status, answer.text]).toEqual([422, JSON.stringify({ detail: [problem] })]);
  expectQuota(answer, { remaining: 29 });
});

describe('the content type', () => {
  const body = '{"text":"straße 😀"}';

  test.each([
    'Application/JSON',
    'application/json;charset="UTF-8"; x=y',
    'application/json ;',
    'application/problem+json; charset=utf-8',
    '  ',
    'none',
  ])('"%s" is read as JSON, after a byte order mark', async (type) => {
    const { status, json } = await shout(`\ufeff${body}`, type);
    expect(status).toBe(200);
    expect(json).toMatchObject({ result: 'STRASSE 😀' });
  });

  test.each([
    'text/plain; charset=utf-8',
    'text/json',
    'application/json5',
    'application/xjson',
    'multipart/form-data; boundary=application/json',
    'image/png',
    '*/*',
    ';application/json',
    `text/${'x'.repeat(95)}`,
  ])('"%s" is not', async (type) => {
    const { status, json } = await shout(body, type);
    expect(status).toBe(422);
    const error = `Content-Type is ${type}, expected application/json`;
    expect(json).toEqual({ detail: [{ ...notObject(body), ctx: { error } }] });
  });

  test('is shown up to 100 characters', async () => {
    const { text } = await shout(body, `text/${'x'.repeat(5_000)}`);
    expect(text).toContain(`is text/${'x'.repeat(95)}, expected`);
  });

  test('does not matter for an empty body', async () => {
    const { json } = await shout('', 'text/plain');
    expect(json).toMatchObject({ detail: [{ type: 'missing', loc: ['body'] }] });
  });
});

describe('the encoding', () => {
  test.each([
    ['an incomplete character', Buffer.from([0x22, 0xf0, 0x9f, 0x98, 0x22])],
    ['UTF-16', Buffer.from('\ufeff{"text":"a"}', 'utf16le')],
  ])('%s is not UTF-8, and so not JSON', async (_, body) => {
    const { status, json } = await shout(body);
    expect(status).toBe(422);
    expect(json).toEqual({ detail: [notJson(0, 'Invalid UTF-8')] });
  });

  test.each([
    [
      gzipSync('{"text":"a"}'),
      'application/json',
      { 'Content-Encoding': 'gzip' },
      'Content-Encoding is gzip, expected none',
    ],
    [
      Buffer.from('{"text":"\xe9"}', 'latin1'),
      'application/json; charset=latin1',
      {},
      'Content-Type is application/json; charset=latin1, expected UTF-8',
    ],
  ])('an error names what was sent instead: %#', async (body, type, headers, error) => {
    const { json } = await shout(body, type, headers);
    expect(json).toEqual({ detail: [notJson(0, `Invalid UTF-8; ${error}`)] });
  });

  test('lone surrogates, NUL and all planes are returned as sent', async () => {
    const text = '\\ud800\\udc00\\ud800 \\u0000 \u007f\u0080\ufffd\ufffe \u{10ffff}';
    const { json } = await shout(`{"text":"${text}"}`);
    expect(json).toMatchObject({ original: JSON.parse(`"${text}"`) });
    expect((await shout('{"text":["\\ud800"]}')).text).toContain('"input":["\\ud800"]}');
  });
});

describe('the size', () => {
  const room = maxCharacters - '{"text":""}'.length;

  test.each([
    ['emoji', `{"text":"${'😀'.repeat(room)}"}`],
    ['escapes, as written', `{"text":"${'\\ud83d\\ude00'.repeat(room / 12).padEnd(room, 'a')}"}`],
    ['spaces', '{"text":"a"}'.padEnd(maxCharacters)],
  ])('may be the limit in characters of %s, and not one more', async (_, body) => {
    expect((await shout(body)).status).toBe(200);
    const answer = await shout(`${body} `);
    expect(answer.status).toBe(413);
    const escapes =
      ' JSON escapes count as written (\\u00e9 is six characters): send UTF-8 instead.';
    expect(answer.json).toEqual({
      detail: `The request body is larger than 10,000 characters: it has 10,001.${body.includes('\\u') ? escapes : ''}`,
    });
    expectQuota(answer, { remaining: 29 });
  });

  test('is checked before the content type and the encoding', async () => {
    expect((await shout('😀'.repeat(maxCharacters + 1), 'text/plain')).status).toBe(413);
    expect((await shout(Buffer.alloc(maxCharacters + 1, 0xff))).status).toBe(413);
  });

  test("above 6 MB gets API Gateway's own 413, which uses no slot", async () => {
    const key = newKey();
    const { status, json } = await post(service.url, '/v1/shout', key, 'x'.repeat(7_000_000));
    expect(status).toBe(413);
    expect(json).toEqual({ message: 'Request Entity Too Large' });
    expect(await slotsLeft(service.url, key)).toBe(30);
  });

  test('of a response may be three times that of the request', async () => {
    const { json } = await shout(JSON.stringify({ text: '\u0390'.repeat(9_900) }));
    expect(json).toMatchObject({ result: '\u0399\u0308\u0301'.repeat(9_900) });
  });
});
