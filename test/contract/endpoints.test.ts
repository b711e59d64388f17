import { beforeAll, describe, expect, test } from '@jest/globals';
import { type SharedService, sharedService } from '../service.ts';
import { longWindow, newKey, post, send } from './client.ts';

let service: SharedService;
beforeAll(async () => {
  service = await sharedService(longWindow);
});

describe.each(['/v1/shout', '/v1/scream', '/v1/whisper'])('%s', (path) => {
  test('answers with three fields in the order of the specification', async () => {
    const { text } = await post(service.url, path, newKey(), { text: '1' });
    expect(text).toMatch(/^\{"original":"1","result":"1!?","characters_amplified":0\}$/);
  });

  test('ignores fields that it does not know', async () => {
    const body = '{"text":"1","other":[1],"prototype":{"text":2},"constructor":null,"Text":3}';
    const { json } = await post(service.url, path, newKey(), body);
    expect(json).toMatchObject({ original: '1', characters_amplified: 0 });
  });

  test('takes the last of two fields of one name', async () => {
    const { json } = await post(service.url, path, newKey(), '{"text":"1","text":"2"}');
    expect(json).toMatchObject({ original: '2' });
  });
});

test.each([
  ['hello, World', 'HELLO, WORLD', 9],
  ['straße', 'STRASSE', 6],
  ['ŉ ﬁ ǆ \u0390', 'ʼN FI Ǆ \u0399\u0308\u0301', 4],
  ['𐐨 😀 e\u0301', '𐐀 😀 E\u0301', 2],
  ['\0\u2028\ud800a\udc00', '\0\u2028\ud800A\udc00', 1],
  ['ＡＢＣ 123', 'ＡＢＣ 123', 0],
])('shout makes of %j %j', async (text, result, characters_amplified) => {
  const { json } = await post(service.url, '/v1/shout', newKey(), { text });
  expect(json).toEqual({ original: text, result, characters_amplified });
});

test.each([
  ['HELLO, World', 'hello, world', 6],
  ['already lower', 'already lower', 0],
  ['İ', 'i\u0307', 1],
  ['ΟΔΟΣ ΣΟΦΟΣ', 'οδος σοφος', 9],
  ['𐐀\ud800Ǆ', '𐐨\ud800ǆ', 2],
])('whisper makes of %j %j', async (text, result, characters_amplified) => {
  const { json } = await post(service.url, '/v1/whisper', newKey(), { text });
  expect(json).toEqual({ original: text, result, characters_amplified });
});

describe('scream', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('of intensity %i', async (intensity) => {
    const { json } = await post(service.url, '/v1/scream', newKey(), { text: 'ab!', intensity });
    expect(json).toEqual({
      original: 'ab!',
      result: `AB!${'!'.repeat(intensity)}`,
      characters_amplified: 2,
    });
  });

  test('without intensity has one mark', async () => {
    const { json } = await post(service.url, '/v1/scream', newKey(), { text: 'a' });
    expect(json).toMatchObject({ result: 'A!' });
  });

  test.each(['3.0', '30e-1', '0.3e1'])('of intensity %s has three', async (number) => {
    const body = `{"intensity":${number},"text":"a"}`;
    const { json } = await post(service.url, '/v1/scream', newKey(), body);
    expect(json).toMatchObject({ result: 'A!!!' });
  });
});

test('a query and a body mean nothing to rate-limits', async () => {
  const answer = await send(service.url, {
    method: 'GET',
    path: '/v1/rate-limits?x=1&x=2',
    headers: { 'X-API-Key': newKey() },
    body: 'not JSON',
  });
  expect(answer.status).toBe(200);
});
