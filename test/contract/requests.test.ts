/** Requests, beyond what `checks.test.ts` sends to any service: keys, bodies, routes, and the calls in the README. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { documentation, work } from '../../functions/endpoints/rate-limits/endpoint.ts';
import { maxCharacters } from '../../functions/request/fields.ts';
import { apiEndpoints } from '../../lib/settings/endpoints.ts';
import { readPage } from '../docs/pages.ts';
import { demoSlots, newKey, run, sharedDemo } from '../support/service.ts';
import { countedPaths, expectQuota, post, send, slotsLeft } from './checks/described.ts';
import type { Sent } from './client.ts';

const service = sharedDemo();

const shout = (body: Sent['body'], headers: Sent['headers'] = {}) =>
  send(service.url, { path: '/v1/shout', headers: { 'X-API-Key': newKey(), ...headers }, body });

describe('a key', () => {
  const body = '{"text":"a"}';

  test('is found under its name in any case, without the spaces around it', async () => {
    const key = newKey();
    for (const [index, name] of ['x-api-key', 'X-API-Key', 'x-aPI-kEY'].entries()) {
      const headers = { [name]: `  ${key}\t`, Authorization: 'Bearer revoked-demo-key' };
      const answer = await send(service.url, { path: '/v1/shout', headers, body });
      expectQuota(answer, demoSlots - 1 - index);
    }
    expect(await slotsLeft(service.url, key)).toBe(demoSlots - 3);
  });

  test.each([
    ['5,000 characters', 'k'.repeat(5_000)],
    ['bytes beyond ASCII', 'cl\u00e9-\u00ff\u0080'],
    ['a property of every object', '__proto__'],
    ['the revoked key in another case', 'Revoked-Demo-Key'],
  ])('may be %s', async (_, key) => {
    expect((await shout(body, { 'X-API-Key': key })).status).toBe(200);
  });

  test("in headers of more than 10 KB gets API Gateway's own 431", async () => {
    const { status, json } = await shout(body, { 'X-API-Key': 'k'.repeat(10_240) });
    expect([status, json]).toEqual([431, { message: 'Request Header Fields Too Large' }]);
  });

  test('is joined if it is repeated, as by API Gateway', async () => {
    const [firstKey, secondKey] = [newKey(), newKey()];
    expectQuota(await shout(body, { 'X-API-Key': [firstKey, secondKey] }), demoSlots - 1);
    expect(await slotsLeft(service.url, `${firstKey},${secondKey}`)).toBe(demoSlots - 1);
  });
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
const missing = (loc: readonly string[], input: unknown) => ({
  type: 'missing',
  loc,
  msg: 'Field required',
  input,
});
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

describe('a body', () => {
  test.each<readonly [body: string, problem: object]>([
    ['', missing(['body'], null)],
    ['null', notObject(null)],
    ['[{"text":"a"}]', notObject([{ text: 'a' }])],
    // A syntax error takes precedence over a forbidden member.
    ['{"__proto__":1,"text":"a"', notJson(25, "Expecting ',' delimiter")],
    [nested(1_000), notObject(JSON.parse(nested(1_000)))],
    [nested(1_001), notJson(0, 'Nested too deeply')],
    ['{"a":[{"\\u005f_proto__":1}]}', notJson(0, 'Forbidden member name')],
    ['{"constructor":1,"construct\\u006fr":{"prototype":1}}', notJson(0, 'Forbidden member name')],
    [
      '{"constructor":{"prototype":1},"constructor":[]}',
      missing(['body', 'text'], { constructor: [] }),
    ],
  ])(
    'that is invalid (%#) is answered 422 to the letter, and uses a slot',
    async (body, problem) => {
      const answer = await shout(body);
      expect([answer.status, answer.text]).toEqual([422, JSON.stringify({ detail: [problem] })]);
      expectQuota(answer, demoSlots - 1);
    },
  );

  test('may have unknown fields, and the last of duplicate ones counts', async () => {
    const body = '{"text":"1","other":[1],"constructor":null,"Text":3,"text":"2"}';
    for (const path of countedPaths) {
      const { json } = await post(service.url, path, newKey(), body, 200);
      expect(json).toMatchObject({ original: '2' });
    }
  });

  test.each([
    'Application/JSON',
    'application/json;charset="UTF-8"; x=y',
    'application/problem+json; charset=utf-8',
    '  ',
    undefined,
  ])('of the type "%s" is read as JSON, after a byte order mark', async (type) => {
    const headers = type === undefined ? {} : { 'Content-Type': type };
    const { status, json } = await shout('\ufeff{"text":"straße 😀"}', headers);
    expect([status, json]).toMatchObject([200, { result: 'STRASSE 😀' }]);
  });

  test.each([
    'text/plain; charset=utf-8',
    'application/json5',
    'multipart/form-data; boundary=application/json',
    `text/${'x'.repeat(95)}`,
  ])('of the type "%s" is not', async (type) => {
    const body = '{"text":"a"}';
    const { json } = await shout(body, { 'Content-Type': type });
    const error = `Content-Type is ${type}, expected application/json`;
    expect(json).toEqual({ detail: [{ ...notObject(body), ctx: { error } }] });
  });

  test('of another type shows 100 characters of it, and of none if it is empty', async () => {
    const headers = { 'Content-Type': `text/${'x'.repeat(5_000)}` };
    expect((await shout('{}', headers)).text).toContain(`is text/${'x'.repeat(95)}, expected`);
    expect((await shout('', headers)).json).toEqual({ detail: [missing(['body'], null)] });
  });

  test.each([
    ['', Buffer.from([0x22, 0xf0, 0x9f, 0x98, 0x22]), {}],
    ['', Buffer.from('\ufeff{"text":"a"}', 'utf16le'), {}],
    ['', Buffer.from([0xe9]), { 'Content-Type': 'application/json; charset= utf-8' }],
    ['; Content-Encoding is gzip, expected none', gzipSync('{}'), { 'Content-Encoding': 'gzip' }],
    [
      '; Content-Type is application/json; charset=latin1, expected UTF-8',
      Buffer.from('{"text":"\xe9"}', 'latin1'),
      { 'Content-Type': 'application/json; charset=latin1' },
    ],
  ])(
    'that is not UTF-8 is not JSON, and the error says what was sent%s',
    async (sent, body, headers) => {
      const { json } = await shout(body, headers);
      expect(json).toEqual({ detail: [notJson(0, `Invalid UTF-8${sent}`)] });
    },
  );

  test('may hold lone surrogates, NUL and all planes, which are returned as sent', async () => {
    const text = '\\ud800\\udc00\\ud800 \\u0000 \u007f\u0080\ufffd\ufffe \u{10ffff}';
    const { json } = await shout(`{"text":"${text}"}`);
    expect(json).toMatchObject({ original: JSON.parse(`"${text}"`) });
    expect((await shout('{"text":["\\ud800"]}')).text).toContain('"input":["\\ud800"]}');
  });

  const room = maxCharacters - '{"text":""}'.length;
  const escapes = ' JSON escapes count as written (\\u00e9 is six characters): send UTF-8 instead.';

  test.each([
    ['emoji', `{"text":"${'😀'.repeat(room)}"}`, ''],
    ['escapes', `{"text":"${'\\ud83d\\ude00'.repeat(room / 12).padEnd(room, 'a')}"}`, escapes],
    ['spaces', '{"text":"a"}'.padEnd(maxCharacters), ''],
  ])('may have the limit in characters of %s, and not one more', async (_, body, advice) => {
    expect((await shout(body)).status).toBe(200);
    const answer = await shout(`${body} `);
    const detail = `The request body is larger than 10,000 characters: it has 10,001.${advice}`;
    expect([answer.status, answer.json]).toEqual([413, { detail }]);
    expectQuota(answer, demoSlots - 1);
  });

  test('is checked for its size before its type and encoding', async () => {
    const headers = { 'Content-Type': 'text/plain' };
    for (const body of ['😀'.repeat(maxCharacters + 1), Buffer.alloc(maxCharacters + 1, 0xff)]) {
      expect((await shout(body, headers)).status).toBe(413);
    }
  });

  test("above 6 MB gets API Gateway's own 413, which uses no slot", async () => {
    const key = newKey();
    const { status, json } = await post(service.url, '/v1/shout', key, 'x'.repeat(7_000_000));
    expect([status, json]).toEqual([413, { message: 'Request Entity Too Large' }]);
    expect(await slotsLeft(service.url, key)).toBe(demoSlots);
  });
});

const openSocket = () => connect(Number(new URL(service.url).port), '127.0.0.1');

test.each([
  ['GET /../../../etc/passwd HTTP/1.1', 404],
  ['GET /assets/..%2fpaths.json HTTP/1.1', 404],
  ['POST /v1/%73hout HTTP/1.1', 404],
  ['GET //evil.example/docs/ HTTP/1.1', 404],
  ['GET /docs/%0d%0aSet-Cookie:a=b HTTP/1.1', 404],
  ['GET /%00%ff% HTTP/1.1', 404],
  ['TRACE /v1/shout HTTP/1.1', 405],
  ['GET /docs\\evil.example/ HTTP/1.1', 404],
  [`GET http://evil.example/${'docs/'.repeat(1_600)} HTTP/1.1`, 404],
  ['OPTIONS * HTTP/1.1', 204],
  ['\u0000\u0001\u0002\u00ff', 400],
  // Without `Host`.
  ['GET /v1/health HTTP/1.1\r\n', 400],
  [`GET /v1/health HTTP/1.1\r\nX-A: ${'a'.repeat(20_000)}`, 431],
])('any request is answered, and redirected nowhere else (%#)', async (begin, status) => {
  const socket = openSocket();
  socket.end(`${begin}\r\nHost: a\r\nConnection: close\r\n\r\n`, 'latin1');
  const answer = await text(socket);
  expect(answer).toMatch(`HTTP/1.1 ${status} `);
  expect(answer).not.toMatch(/evil|^(?:location|set-cookie):/im);
  if (status === 400) expect(answer).toContain('{"message":"Bad Request"}');
});

test.each([
  ['within its headers', 'Host'],
  ['before its body', '\r\n\r\n'],
  ['within its body', '{"text"'],
])('a client that hangs up %s uses no slot', async (_, last) => {
  const key = newKey();
  const headers = `X-API-Key: ${key}\r\nContent-Length: 12\r\nHost: localhost`;
  const request = `POST /v1/shout HTTP/1.1\r\n${headers}\r\n\r\n{"text":"a"}`;
  const socket = openSocket();
  await once(socket, 'connect');
  const sent = request.slice(0, request.indexOf(last) + last.length);
  await new Promise((resolve) => socket.write(sent, resolve));
  socket.resetAndDestroy();
  await once(socket, 'close');
  expect(await slotsLeft(service.url, key)).toBe(demoSlots);
  await post(service.url, '/v1/shout', key, { text: 'a' }, 200);
  expect(await slotsLeft(service.url, key)).toBe(demoSlots - 1);
});

test('the examples of /v1/rate-limits are right', () => {
  const plan = { name: 'demo', limit: 30, windowSeconds: 60 };
  for (const { response } of Object.values(documentation(plan).examples)) {
    const { requests_remaining: remaining, resets_in_seconds: resetsInSeconds } = response;
    expect(work({ plan, remaining, resetsInSeconds })).toEqual(response);
  }
});

/** A command: `curl -s localhost:3000/v1/… -H '…' --json '…'`, and the line below it. */
const step =
  /^\$ curl -s localhost:3000(?<path>\S+)(?: -H 'X-API-Key: (?<key>[^']+)')?(?: --json '(?<body>[^']+)')?\n(?<answer>.+)$/gm;

test('the curl calls in the README are answered as shown', async () => {
  const { text } = readPage('README.md');
  const steps = [...text.matchAll(step)].map(({ groups = {} }) => groups);
  expect(text.match(/\bcurl -/g)).toHaveLength(steps.length);
  expect(steps).toHaveLength(4);
  for (const { path = '', key, body, answer = '' } of steps) {
    const headers = key === undefined ? {} : { 'X-API-Key': key };
    const method = body ? 'POST' : 'GET';
    const { json } = await send(service.url, { method, path, headers, body });
    expect(json).toEqual(JSON.parse(answer));
  }
});

test('every command that `npm start` prints is answered', async () => {
  const lines = service.printed.match(/^ {2}curl .*$/gm) ?? [];
  const script = [`curl() { command curl -sS -o /dev/null -w '%{http_code} ' "$@"; }`, ...lines];
  const { stdout } = await run('sh', ['-c', script.join('\n')]);
  expect(stdout).toBe('200 '.repeat(apiEndpoints.length));
});
