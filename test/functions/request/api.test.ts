/** An endpoint that fails, which none does over HTTP: its response and the log. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { textRequest } from '../../../functions/endpoints/capitalization.ts';
import { countedEndpoint } from '../../../functions/request/api.ts';
import { maxCharacters } from '../../../functions/request/body-size.ts';
import { securityHeaders } from '../../../functions/request/headers.ts';
import { whenConfirmed } from '../../support/dynamodb-wire.ts';
import { type Backend, eventOf, startBackend } from '../../support/in-process.ts';

let backend: Backend;

beforeAll(async () => {
  backend = await startBackend(2);
});

afterEach(() => {
  jest.restoreAllMocks();
});

const send = async (work: (text: string) => unknown, key: string, text: string) => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => {});
  const event = eventOf(
    'POST /v1/test',
    { 'x-api-key': key, 'content-type': 'application/json' },
    JSON.stringify({ text }),
  );
  const handler = await countedEndpoint(backend.settings, textRequest, ({ text }) => work(text));
  const answer = await handler(event, {} as never);
  return { answer, logged: log.mock.calls };
};

const failed = (remaining: string) => ({
  statusCode: 500,
  headers: {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    ...securityHeaders,
    'X-RateLimit-Limit': '2',
    'X-RateLimit-Remaining': remaining,
    'X-RateLimit-Reset': expect.stringMatching(/^\d+$/),
    'RateLimit-Policy': '"test";q=2;w=86400',
    RateLimit: expect.stringMatching(`^"test";r=${remaining};t=\\d+$`),
  },
  body: '{"detail":"The service failed. Try again later. (Request id: id)"}',
});

const faults: [string, (text: string) => unknown][] = [
  [
    'throws',
    (text) => {
      throw new TypeError(`can't do ${text}`);
    },
  ],
  ['rejects', (text) => Promise.reject(new Error(text))],
  ['throws a text', (text) => Promise.reject(text)],
  ['returns what JSON cannot hold', () => 1n],
];

test.each(faults)('work that %s is a 500 without a slot, logged without key and text', (_, work) =>
  whenConfirmed(backend.wire, async () => {
    const key = `SECRET-${randomUUID()}`;
    for (let time = 0; time < 3; time += 1) {
      const { answer, logged } = await send(work, key, 'SECRET\n    at SECRET-text');
      expect(answer).toEqual(failed('2'));
      expect(logged).toEqual([
        [{ apiRequestId: 'id', fault: expect.objectContaining({ name: expect.anything() }) }],
      ]);
      expect(JSON.stringify(logged)).not.toContain('SECRET');
      jest.restoreAllMocks();
    }
  }),
);

test("callers' mistakes are not logged", async () => {
  const upper = (text: string) => text.toUpperCase();
  const answers = [
    await send(upper, '', 'no key'),
    await send(upper, 'key of mistakes', ''),
    await send(upper, 'key of mistakes', 'too long '.repeat(maxCharacters)),
    await send(upper, 'key of mistakes', 'too much'),
  ];
  expect(answers.map(({ answer }) => answer)).toMatchObject(
    [401, 422, 413, 429].map((statusCode) => ({ statusCode })),
  );
  expect(answers.flatMap(({ logged }) => logged)).toEqual([]);
});

test('a slot that cannot be returned is shown as used', async () => {
  const { answer, logged } = await send(
    () => {
      backend.wire.fault = { status: 400, type: 'AccessDeniedException' };
      throw new Error('fault');
    },
    'key without way back',
    'text',
  );
  backend.wire.fault = undefined;
  expect(answer).toEqual(failed('1'));
  expect(logged).toMatchObject([
    [{ fault: { name: 'AccessDeniedException' } }],
    [{ apiRequestId: 'id', fault: { name: 'Error' } }],
  ]);
});

test('a slot returns to the window it was taken from', async () => {
  const { traffic } = backend.wire;
  const before = traffic.length;
  const later = Date.now() + 3_600_000;
  await send(
    () => {
      jest.spyOn(Date, 'now').mockReturnValue(later);
      throw new Error('fault');
    },
    'key of two windows',
    'text',
  );
  const [taken, returned, ...others] = traffic.slice(before);
  expect(others).toEqual([]);
  expect([taken?.slot?.change, returned?.slot?.change]).toEqual(['take', 'return']);
  // The names include the counter of the window, or of its hour.
  const { Key, ExpressionAttributeNames } = taken?.input ?? {};
  expect(returned?.input).toMatchObject({ Key, ExpressionAttributeNames });
});
