import { expect, test } from '@jest/globals';
import { type GatewayRequest, toEvent } from '../../../lib/local/event.ts';

const eventOf = (changes: Partial<GatewayRequest> = {}) =>
  toEvent({
    method: 'POST',
    path: '/v1/shout',
    query: '',
    headers: {},
    body: Buffer.alloc(0),
    routeKey: 'POST /v1/shout',
    requestId: 'id',
    ...changes,
  });

const json = '{"text":"ß\u0000😀"}';

test.each([
  ['application/json', json, true],
  ['Application/JSON; charset=utf-8', json, true],
  ['application/javascript ;x=y', json, true],
  ['text/plain', json, true],
  ['text/plain', '\xff', false],
  ['application/vnd.api+json', json, false],
  ['multipart/form-data; boundary=text/plain', json, false],
])('a body of type %s, %j, is passed as text: %s', (type, sent, isText) => {
  const bytes = Buffer.from(sent, sent === json ? 'utf8' : 'latin1');
  const { body, isBase64Encoded } = eventOf({ headers: { 'content-type': type }, body: bytes });
  expect(body).toBe(bytes.toString(isText ? 'utf8' : 'base64'));
  expect(isBase64Encoded).toBe(!isText);
});
