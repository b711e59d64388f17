import { beforeAll, expect, test } from '@jest/globals';
import { sharedDemo } from '../support/service.ts';
import { type Answer, newKey, post, rateLimits, type Sent, send } from './client.ts';
import { faults } from './conformance.ts';

const sent: Sent = { path: '/v1/scream', body: '{"text":"a","intensity":3}' };
let good: Answer;
let limits: Answer;
let refused: Answer;

beforeAll(async () => {
  const { url } = await sharedDemo();
  const key = newKey();
  good = await post(url, sent.path, key, sent.body);
  limits = await rateLimits(url, key);
  refused = await send(url, sent);
});

test('an answer as described has no faults', () => {
  expect(faults(sent, good)).toEqual([]);
});

/** One of API Gateway's own errors, without the service's headers. */
const gatewayError = (status: number): Answer => ({
  status,
  headers: { 'content-type': 'application/json', 'apigw-requestid': 'JKJaXmPLvHcESHA=' },
  text: '{"message":"Request Entity Too Large"}',
  json: { message: 'Request Entity Too Large' },
});

test.each([413, 429, 431, 500, 503])("API Gateway's own %d is accepted", (status) => {
  expect(faults(sent, gatewayError(status))).toEqual([]);
  expect(faults(ask, gatewayError(status))).toEqual([]);
});

test("the service's own errors must have the headers that API Gateway omits", () => {
  const error = (status: number) => ({ ...gatewayError(status), json: { detail: 'No.' } });
  const security = ['no header Strict-Transport-Security', 'no header X-Content-Type-Options'];
  const quota = [
    ...['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
    ...['RateLimit-Policy', 'RateLimit', 'Cache-Control'],
  ].map((name) => `no header ${name}`);
  expect(faults(sent, error(413)).toSorted()).toEqual([...quota, ...security].toSorted());
  expect(faults(sent, error(429)).toSorted()).toEqual(
    ['no header Retry-After', ...quota, ...security].toSorted(),
  );
  // A request may fail before the key check.
  expect(faults(sent, error(500)).toSorted()).toEqual(security);
  expect(faults(sent, error(503)).toSorted()).toEqual(['no header Retry-After', ...security]);
});

const ask: Sent = { method: 'GET', path: '/v1/rate-limits' };
const withHeaders = (answer: Answer, headers: Answer['headers']): Answer => ({
  ...answer,
  headers: { ...answer.headers, ...headers },
});
const withMembers = (answer: Answer, members: object): Answer => ({
  ...answer,
  json: { ...(answer.json as object), ...members },
});

test.each<[string, Sent, () => Answer]>([
  ['the status 204', sent, () => ({ ...good, status: 204 })],
  ['the body: .* must have required', sent, () => ({ ...good, status: 418 })],
  ['the header x-powered-by', sent, () => withHeaders(good, { 'x-powered-by': 'lungs' })],
  [
    'no header X-RateLimit-Limit',
    sent,
    () => withHeaders(good, { 'x-ratelimit-limit': undefined }),
  ],
  ['the header X-RateLimit-Reset: 0', ask, () => withHeaders(limits, { 'x-ratelimit-reset': '0' })],
  [
    'no header WWW-Authenticate',
    sent,
    () => withHeaders(refused, { 'www-authenticate': undefined }),
  ],
  ['the content type text/html', sent, () => withHeaders(good, { 'content-type': 'text/html' })],
  ['the body: .* must NOT have additional', sent, () => withMembers(good, { volume: 11 })],
  ['the body: .* must be equal to one of', ask, () => withMembers(limits, { status: 'fine' })],
  ['the status 200', { path: '/v1/sing' }, () => good],
  ['a request that does not fit: 200', { ...sent, body: '{"text":"a","intensity":0}' }, () => good],
])('%s', (fault, request, answer) => {
  expect(faults(request, answer())).toContainEqual(expect.stringMatching(`^${fault}`));
});

test('a valid request that is rejected for a field', () => {
  const detail = [{ type: 'missing', loc: ['body', 'text'], msg: 'Field required', input: {} }];
  const answer = { ...good, status: 422, json: { detail } };
  expect(faults(sent, answer)).toEqual(['a request that fits: 422']);
});
