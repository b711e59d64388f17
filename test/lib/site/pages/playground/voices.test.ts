import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bodyOf, factsOf, localAnswer } from '../../../../../lib/site/pages/playground/request.ts';
import { voiceEntries } from '../../../../../lib/site/pages/playground/voices.ts';
import { codePoint } from '../../../../support/code-points.ts';
import { newKey } from '../../../../support/keys.ts';
import { type SharedService, sharedDemo } from '../../../../support/service.ts';

let service: SharedService;
beforeAll(async () => {
  service = await sharedDemo();
});

/** The voices whose answers the page computes. */
const local = voiceEntries.filter(([, { work }]) => work);

const request = fc.constantFrom(...local).chain(([voice, { setting }]) =>
  fc.record({
    voice: fc.constant(voice),
    text: fc.string({ unit: codePoint, minLength: 1 }),
    ...(setting && { value: fc.integer({ min: setting.min, max: setting.max }) }),
  }),
);

test('the page shows what the service answers, for any text', async () => {
  const property = fc.asyncProperty(request, async (asked) => {
    const answer = await fetch(`${service.url}/v1/${asked.voice}`, {
      method: 'POST',
      headers: { 'X-API-Key': newKey(), 'Content-Type': 'application/json' },
      body: JSON.stringify(bodyOf(asked)),
    });
    expect(answer.status).toBe(200);
    expect(localAnswer(asked)?.body).toEqual(await answer.json());
  });
  await fc.assert(property);
});

test.each([
  [{ voice: 'scream', text: '東京', value: 5 }, '5 exclamation marks added'],
  [{ voice: 'scream', text: '東京' }, '1 exclamation mark added'],
  [{ voice: 'scream', text: 'a', value: 5 }, '1 character changed'],
  [{ voice: 'whisper', text: 'Ab CD' }, '3 characters changed'],
  [{ voice: 'shout', text: '東京' }, 'Nothing to change'],
  [{ voice: 'shout', text: 'a'.repeat(7480) }, '7,480 characters changed'],
] as const)('%p: %s', (asked, facts) => {
  const answer = localAnswer(asked);
  expect(answer && factsOf(asked, answer)).toBe(facts);
});
