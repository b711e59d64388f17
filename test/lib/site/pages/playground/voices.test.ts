import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { emphasize } from '../../../../../lib/site/pages/playground/emphasis.ts';
import {
  bodyOf,
  factsOf,
  linkedRequest,
  linkHash,
  voiceNames,
  voices,
} from '../../../../../lib/site/pages/playground/voices.ts';
import { newKey } from '../../../../support/keys.ts';
import { codePoint } from '../../../../support/properties.ts';
import { type SharedService, sharedDemo } from '../../../../support/service.ts';

let service: SharedService;
beforeAll(async () => {
  service = await sharedDemo();
});

const requests = fc.constantFrom(...voiceNames).chain((voice) => {
  const { min = 1, max = 1, step = 1 } = voices[voice].setting ?? {};
  return fc.record({
    voice: fc.constant(voice),
    text: fc.string({ unit: codePoint, minLength: 1 }),
    value: fc
      .integer({ min: Math.round(min / step), max: Math.round(max / step) })
      .map((steps) => Number((steps * step).toFixed(2))),
  });
});

test('the page computes what the service answers, for any text in any voice', async () => {
  const property = fc.asyncProperty(requests, async (asked) => {
    const answer = await fetch(`${service.url}/v1/${asked.voice}`, {
      method: 'POST',
      headers: { 'X-API-Key': newKey(), 'Content-Type': 'application/json' },
      body: bodyOf(asked),
    });
    expect(answer.status).toBe(200);
    const compute = voices[asked.voice].work ?? emphasize;
    expect(await compute(asked.text, asked.value)).toEqual(await answer.json());
  });
  await fc.assert(property);
});

test('a link restores its request, for any text', () => {
  const property = fc.property(requests, (linked) => {
    const { hash } = new URL(linkHash(linked), 'https://example.com/');
    expect(linkedRequest(hash)).toEqual(linked);
  });
  fc.assert(property);
});

test.each([
  ['#voice=emphasize&text=a&ratio=0.3', 0.3],
  ['#voice=emphasize&text=a&ratio=0.33', 0.35],
  ['#voice=emphasize&text=a&ratio=-1', 0.05],
  ['#voice=emphasize&text=a', 0.3],
  ['#voice=scream&text=a&intensity=99', 10],
  ['#voice=scream&text=a&intensity=1e400', 10],
  ['#voice=scream&text=a&intensity=&ratio=1', 3],
  ['#voice=scream&text=a&intensity=two', 3],
])('%s has the value %d', (hash, value) => {
  expect(linkedRequest(hash)?.value).toBe(value);
});

test.each([
  '',
  '#',
  '#text=hello',
  '#voice=sing&text=hello',
  '#voice=toString&text=hello',
  '#voice=shout',
])('"%s" links to nothing', (hash) => {
  expect(linkedRequest(hash)).toBeUndefined();
});

test.each([
  ['scream', '東京', 5, '5 exclamation marks added'],
  ['scream', '東京', 1, '1 exclamation mark added'],
  ['scream', 'a', 5, '1 character changed'],
  ['shout', '東京', 1, 'Nothing to change'],
  ['shout', 'a'.repeat(7480), 1, '7,480 characters changed'],
  ['emphasize', 'Never run', 0.3, '1 word chosen'],
] as const)('%s of %p: %s', async (voice, text, value, facts) => {
  const compute = voices[voice].work ?? emphasize;
  expect(factsOf({ voice, text, value }, await compute(text, value))).toBe(facts);
});
