/**
 * What the endpoints answer, beyond what `checks.test.ts` sends to any service: more texts, the examples of the
 * API's description that want a key with so many slots left or a fault, and the calls that the docs tell of.
 */
import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import middy from '@middy/core';
import { errors } from '../../functions/middleware/error-handler.ts';
import { unavailable } from '../../functions/middleware/unavailable.ts';
import type { RateLimitsResponse } from '../../functions/rate-limits/endpoint.ts';
import { describeApi } from '../../lib/openapi/description.ts';
import { apiEndpoints } from '../../lib/settings/endpoints.ts';
import { defaultStage, stageNamed } from '../../lib/settings/stages.ts';
import { resolve } from '../../lib/verify/conformance.ts';
import { readPage } from '../docs/pages.ts';
import { type SharedService, sharedDemo } from '../service.ts';
import { newKey, post, rateLimits, send } from './client.ts';

let service: SharedService;
beforeAll(async () => {
  service = await sharedDemo();
});

/** What an endpoint makes of a body. */
const answerTo = async (path: string, body: unknown) =>
  (await post(service.url, path, newKey(), body)).json;

test.each(['/v1/shout', '/v1/scream', '/v1/whisper'])(
  '%s ignores fields that it does not know, and takes the last of two fields of one name',
  async (path) => {
    const unknown = '{"text":"1","other":[1],"prototype":{"text":2},"constructor":null,"Text":3}';
    const { text } = await post(service.url, path, newKey(), unknown);
    expect(text).toMatch(/^\{"original":"1","result":"1!?","characters_amplified":0\}$/);
    expect(await answerTo(path, '{"text":"1","text":"2"}')).toMatchObject({ original: '2' });
  },
);

test.each([
  [
    '/v1/shout',
    [
      ['hello, World', 'HELLO, WORLD', 9],
      ['straße', 'STRASSE', 6],
      ['ŉ ﬁ ǆ \u0390', 'ʼN FI Ǆ \u0399\u0308\u0301', 4],
      ['𐐨 😀 e\u0301', '𐐀 😀 E\u0301', 2],
      ['\0\u2028\ud800a\udc00', '\0\u2028\ud800A\udc00', 1],
      ['ＡＢＣ 123', 'ＡＢＣ 123', 0],
    ],
  ],
  [
    '/v1/whisper',
    [
      ['HELLO, World', 'hello, world', 6],
      ['already lower', 'already lower', 0],
      ['İ', 'i\u0307', 1],
      ['ΟΔΟΣ ΣΟΦΟΣ', 'οδος σοφος', 9],
      ['𐐀\ud800Ǆ', '𐐨\ud800ǆ', 2],
    ],
  ],
] as const)('%s counts the characters that it changes', async (path, rows) => {
  for (const [original, result, characters_amplified] of rows) {
    const answer = await answerTo(path, { text: original });
    expect(answer).toEqual({ original, result, characters_amplified });
  }
});

test('/v1/scream puts as many marks behind the text as its intensity says, however it is written', async () => {
  for (const [marks, intensity] of [
    ...Array.from({ length: 10 }, (_, index) => [index + 1, `,"intensity":${index + 1}`] as const),
    ...['3.0', '30e-1', '0.3e1'].map((number) => [3, `,"intensity":${number}`] as const),
    [1, ''] as const,
  ]) {
    expect(await answerTo('/v1/scream', `{"text":"ab!"${intensity}}`)).toEqual({
      original: 'ab!',
      result: `AB!${'!'.repeat(marks)}`,
      characters_amplified: 2,
    });
  }
});

test('/v1/rate-limits does not mind a query and a body', async () => {
  const answer = await send(service.url, {
    method: 'GET',
    path: '/v1/rate-limits?x=1&x=2',
    headers: { 'X-API-Key': newKey() },
    body: 'not JSON',
  });
  expect(answer.status).toBe(200);
});

describe("an example of the API's description", () => {
  const { paths, components } = describeApi(stageNamed(defaultStage));

  /** The examples of the answers with a status: of all operations, or of one. */
  const examplesOf = (status: number, path?: string): readonly unknown[] =>
    Object.entries(paths)
      .filter(([one]) => one === (path ?? one))
      .flatMap(([, operations]) => Object.values(operations))
      .flatMap(({ responses: { [status]: response } }) => {
        if (response === undefined) return [];
        const { content } = resolve(components.responses, response);
        return Object.values(content['application/json'].examples).map(({ value }) => value);
      });

  test('of rate-limits is answered to a key with so many slots left', async () => {
    const examples = (examplesOf(200, '/v1/rate-limits') as RateLimitsResponse[]).toSorted(
      (one, other) => other.requests_remaining - one.requests_remaining,
    );
    expect(new Set(examples.map(({ status }) => status)).size).toBe(3);
    const key = newKey();
    let left = Number(examples[0]?.limit);
    for (const example of examples) {
      for (; left > example.requests_remaining; left -= 1) {
        await post(service.url, '/v1/shout', key, { text: 'a' });
      }
      const { json } = await rateLimits(service.url, key);
      expect(json).toEqual({ ...example, resets_in_seconds: expect.any(Number) });
    }
  });

  test('of a fault of the service is what is answered', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => {});
    const handler = middy(() => {
      throw new Error('fault');
    }).use(errors() as object);
    const answer = await handler(
      { requestContext: { requestId: 'JKJaXmPLvHcESHA=' } } as never,
      {} as never,
    );
    log.mockRestore();
    const described = examplesOf(500);
    expect(described).toHaveLength(apiEndpoints.length);
    for (const value of described) {
      expect(answer).toMatchObject({ statusCode: 500, body: JSON.stringify(value) });
    }
  });

  test('of a key that can not be checked, where keys are issued, is what is answered', () => {
    const { responses } = describeApi(stageNamed('prod')).components;
    const { key_unknown } =
      responses.ServiceUnavailable?.content['application/json'].examples ?? {};
    expect(key_unknown).toBeDefined();
    const described = JSON.stringify(key_unknown?.value).replace(/ \(Request id: [^)]+\)/, '');
    expect(() => unavailable('key')(undefined)).toThrow(described);
  });
});

/** A command: `curl -s localhost:3000/v1/… -H '…' --json '…'`, and the line below it. */
const step =
  /^\$ curl -s localhost:3000(?<path>\S+)(?: -H 'X-API-Key: (?<key>[^']+)')?(?: --json '(?<body>[^']+)')?\n(?<answer>.+)$/gm;

test.each([
  ['README.md', 4],
  ['docs/client.md', 1],
])(
  'the calls with curl in %s, sent as they stand, are answered as it tells',
  async (page, calls) => {
    const { text } = readPage(page);
    const steps = [...text.matchAll(step)].map(({ groups = {} }) => groups);
    expect(text.match(/\bcurl -/g)).toHaveLength(calls);
    expect(steps).toHaveLength(calls);
    for (const { path = '', key, body, answer = '' } of steps) {
      const { json } = await send(service.url, {
        method: body ? 'POST' : 'GET',
        path,
        headers: {
          ...(key && { 'X-API-Key': key }),
          ...(body && { 'Content-Type': 'application/json' }),
        },
        body,
      });
      const told = JSON.parse(answer);
      expect(json).toEqual({
        ...told,
        ...('resets_in_seconds' in told && { resets_in_seconds: expect.any(Number) }),
      });
    }
  },
);
