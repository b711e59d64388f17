/** The bytes of a body: its type, its encoding, its size. */

import { beforeAll, describe, expect, test } from '@jest/globals';
import { maxCharacters, tooLargeDetail } from '../../functions/http/body-size.ts';
import { type SharedService, sharedDemo } from '../service.ts';
import { expectQuota, newKey, post, send, slotsLeft } from './client.ts';

let service: SharedService;
beforeAll(async () => {
  service = await sharedDemo();
});

/** Sends a body to `shout` with these headers, of which a key is one. */
const shout = (body: string | Buffer, type = 'application/json') =>
  send(service.url, {
    path: '/v1/shout',
    headers: { 'X-API-Key': newKey(), 'Content-Type': type },
    body,
  });

const shoutWithoutType = (body: string) =>
  send(service.url, { path: '/v1/shout', headers: { 'X-API-Key': newKey() }, body });

describe('the content type', () => {
  const body = '{"text":"straße 😀"}';
  const good = { original: 'straße 😀', result: 'STRASSE 😀', characters_amplified: 6 };

  test.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"; x=y',
    'application/json ;',
    'application/vnd.api+json',
    'application/problem+json; charset=utf-8',
    'application/LD+JSON',
    '',
    '  ',
  ])('"%s" is read as JSON', async (type) => {
    const answer = await shout(body, type);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual(good);
    expectQuota(answer, { remaining: 29 });
  });

  test('none at all is read as JSON', async () => {
    const answer = await shoutWithoutType(body);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual(good);
  });

  test.each([
    'text/plain',
    'text/plain; charset=utf-8',
    'text/json',
    'text/html',
    'application/json5',
    'application/jsonl',
    'application/xjson',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=application/json',
    'application/octet-stream',
    'application/xml',
    'image/png',
    'json',
    '*/*',
    ';application/json',
  ])('"%s" is another body than an object', async (type) => {
    const answer = await shout(body, type);
    expect(answer.status).toBe(422);
    expect(answer.json).toEqual({
      detail: [
        {
          type: 'model_attributes_type',
          loc: ['body'],
          msg: 'Input should be a valid dictionary or object to extract fields from',
          input: body,
          ctx: { error: `Sent as ${type}, wanted is application/json` },
        },
      ],
    });
    expectQuota(answer, { remaining: 29 });
  });

  test('form data is no object', async () => {
    const form = '--x\r\nContent-Disposition: form-data; name="text"\r\n\r\na\r\n--x--\r\n';
    const answer = await shout(form, 'multipart/form-data; boundary=x');
    expect(answer.status).toBe(422);
    expect(answer.json).toMatchObject({ detail: [{ type: 'model_attributes_type', input: form }] });
  });

  test('of any length is shown by its first 100 characters', async () => {
    const answer = await shout(body, `text/${'x'.repeat(5_000)}`);
    expect(answer.json).toMatchObject({
      detail: [{ ctx: { error: `Sent as text/${'x'.repeat(95)}, wanted is application/json` } }],
    });
  });

  test('of an empty body does not matter', async () => {
    const answer = await shout('', 'text/plain');
    expect(answer.status).toBe(422);
    expect(answer.json).toMatchObject({ detail: [{ type: 'missing', loc: ['body'] }] });
  });
});

describe('the encoding', () => {
  const notUtf8 = {
    detail: [
      {
        type: 'json_invalid',
        loc: ['body', 0],
        msg: 'JSON decode error',
        input: {},
        ctx: { error: 'Invalid UTF-8' },
      },
    ],
  };

  test.each([
    ['a byte that no character has', [0xff]],
    ['a character cut off', [0xf0, 0x9f, 0x98]],
    ['an overlong form', [0xc0, 0xaf]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['Latin-1', [0xdf]],
  ])('with %s is not UTF-8, and not JSON', async (_, bytes) => {
    const body = Buffer.concat([Buffer.from('{"text":"'), Buffer.from(bytes), Buffer.from('"}')]);
    const answer = await shout(body);
    expect(answer.status).toBe(422);
    expect(answer.json).toEqual(notUtf8);
    expectQuota(answer, { remaining: 29 });
  });

  test('is UTF-8 whatever the type is', async () => {
    for (const type of ['application/a+json', '']) {
      expect((await shout(Buffer.from([0x22, 0xff, 0x22]), type)).json).toEqual(notUtf8);
    }
  });

  test('UTF-16 is not UTF-8', async () => {
    const answer = await shout(Buffer.from('\ufeff{"text":"a"}', 'utf16le'));
    expect(answer.status).toBe(422);
    expect(answer.json).toEqual(notUtf8);
  });

  test('a byte order mark is no part of the body', async () => {
    const answer = await shout('\ufeff{"text":"\ufeffa"}');
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ original: '\ufeffa' });
  });

  test('a body of nothing but a byte order mark is empty', async () => {
    const { json } = await shout('\ufeff');
    expect(json).toMatchObject({ detail: [{ type: 'missing', loc: ['body'], input: null }] });
  });

  test('lone surrogates, NUL and all planes come back as they were sent', async () => {
    const text = '\\ud800\\udc00\\ud800 \\u0000 \u007f\u0080\ufffd\ufffe \u{10ffff}';
    const { json } = await shout(`{"text":"${text}"}`);
    expect(json).toMatchObject({ original: JSON.parse(`"${text}"`) });
  });
});

describe('the size', () => {
  /** A body of so many characters, filled up with one. */
  const bodyOf = (size: number, character: string) => `{"text":"${character.repeat(size - 11)}"}`;

  test.each([
    ['letters', 'a'],
    ['letters of two bytes', 'ß'],
    ['emoji', '😀'],
    ['Deseret letters', '𐐨'],
    ['combining marks', '\u0301'],
  ])('the most characters of %s are not too many, one more is', async (_, character) => {
    const most = await shout(bodyOf(maxCharacters, character));
    expect(most.status).toBe(200);
    expect(most.json).toMatchObject({ original: character.repeat(maxCharacters - 11) });
    const more = await shout(bodyOf(maxCharacters + 1, character));
    expect(more.status).toBe(413);
    expect(more.json).toEqual({ detail: tooLargeDetail });
    expectQuota(more, { remaining: 29 });
  });

  test('an escape counts as it is written', async () => {
    const body = (escapes: number, more: string) =>
      `{"text":"${'\\ud83d\\ude00'.repeat(escapes)}${more}"}`;
    const room = maxCharacters - 11;
    const escapes = Math.floor(room / 12);
    const more = 'a'.repeat(room % 12);
    const most = await shout(body(escapes, more));
    expect(most.status).toBe(200);
    expect(most.json).toMatchObject({ original: `${'😀'.repeat(escapes)}${more}` });
    expect((await shout(body(escapes, `${more}a`))).status).toBe(413);
  });

  test('spaces count, and so does what is ignored', async () => {
    const body = '{"text":"a"}'.padEnd(maxCharacters);
    expect((await shout(body)).status).toBe(200);
    expect((await shout(`${body} `)).status).toBe(413);
    const ignored = `{"text":"a","x":"${'y'.repeat(maxCharacters)}"}`;
    expect((await shout(ignored)).status).toBe(413);
  });

  test('a byte order mark does not count', async () => {
    expect((await shout(`\ufeff${bodyOf(maxCharacters, 'a')}`)).status).toBe(200);
  });

  test.each(['application/json', 'text/plain', 'application/octet-stream'])(
    'counts in a body of type %s',
    async (type) => {
      expect((await shout('😀'.repeat(maxCharacters), type)).status).toBe(422);
      expect((await shout('😀'.repeat(maxCharacters + 1), type)).status).toBe(413);
    },
  );

  test('bytes that are not UTF-8 count as the characters that stand for them', async () => {
    expect((await shout(Buffer.alloc(maxCharacters, 0xff))).status).toBe(422);
    expect((await shout(Buffer.alloc(maxCharacters + 1, 0xff))).status).toBe(413);
  });

  test('a megabyte is too large, and costs a slot', async () => {
    for (const character of ['a', '[', '😀']) {
      const answer = await shout(character.repeat(2 ** 20 / Buffer.byteLength(character)));
      expect(answer.status).toBe(413);
      expectQuota(answer, { remaining: 29 });
    }
  });

  test("7 MB get API Gateway's own 413, which uses no slot", async () => {
    const key = newKey();
    const { status, json } = await post(service.url, '/v1/shout', key, 'x'.repeat(7_000_000));
    expect(status).toBe(413);
    expect(json).toEqual({ message: 'Request Entity Too Large' });
    expect(await slotsLeft(service.url, key)).toBe(30);
  });

  test('9,900 letters that grow are answered in full', async () => {
    const answer = await shout(JSON.stringify({ text: '\u0390'.repeat(9_900) }));
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      original: '\u0390'.repeat(9_900),
      result: '\u0399\u0308\u0301'.repeat(9_900),
      characters_amplified: 9_900,
    });
  });
});
