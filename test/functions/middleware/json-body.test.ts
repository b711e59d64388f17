/** A body's text is parsed, or rejected with an entry of a 422. */
import { expect, test } from '@jest/globals';
import type { Decoded } from '../../../functions/middleware/body-limit.ts';
import { jsonBody, type Parsed } from '../../../functions/middleware/json-body.ts';

const { before } = jsonBody();

type Known = Decoded & Partial<Parsed>;

const parsed = async (text: string): Promise<{ value: unknown } | { detail: unknown }> => {
  const event = { headers: {}, body: 'another text', isBase64Encoded: true };
  const context: Known = { decodedBody: { text, isUtf8: true } };
  try {
    await before?.({ event, context } as never);
  } catch (error) {
    return JSON.parse((error as Error).message);
  }
  expect(event).toEqual({ headers: {}, body: 'another text', isBase64Encoded: true });
  return { value: context.json };
};

const refused = (error: string) => ({
  detail: [
    { type: 'json_invalid', loc: ['body', 0], msg: 'JSON decode error', input: {}, ctx: { error } },
  ],
});

const nested = (levels: number, inner = '') => '['.repeat(levels) + inner + ']'.repeat(levels);

test.each([
  [nested(1_000)],
  ['{"__PROTO__":1,"__proto__ ":1,"prototype":1,"text":"__proto__"}'],
  ['{"constructor":{"a":1}}'],
  ['{"constructor":[{"prototype":1}]}'],
  ['{"constructor":{"prototype":1},"constructor":1}'],
])('%.60s is parsed', async (text) => {
  expect(await parsed(text)).toEqual({ value: JSON.parse(text) });
});

test.each([
  [nested(1_001), 'Nested too deeply'],
  [nested(1_001, '{"__proto__":1}'), 'Nested too deeply'],
  ['{"__proto__":1}', 'Forbidden member name'],
  ['{"a":[{"\\u005f_proto__":{}}]}', 'Forbidden member name'],
  ['{"constructor":{"prototype":1}}', 'Forbidden member name'],
  ['{"constructor":1,"construct\\u006fr":{"prototype":1}}', 'Forbidden member name'],
  [nested(999, '{"__proto__":1}'), 'Forbidden member name'],
])('%.60s is rejected: %s', async (text, error) => {
  expect(await parsed(text)).toEqual(refused(error));
});
