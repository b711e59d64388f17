import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as v from 'valibot';
import { work as rateLimits } from '../../functions/endpoints/rate-limits/endpoint.ts';
import { request, work as scream } from '../../functions/endpoints/scream/endpoint.ts';
import { work as shout } from '../../functions/endpoints/shout/endpoint.ts';
import { work as whisper } from '../../functions/endpoints/whisper/endpoint.ts';
import { anyText } from '../support/properties.ts';

test('any text is shouted and screamed in upper case, and whispered in lower case', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 1, max: 10 }), (text, intensity) => {
      const [upper, lower] = [text.toUpperCase(), text.toLowerCase()];
      expect(shout({ text })).toMatchObject({ original: text, result: upper });
      expect(whisper({ text })).toMatchObject({ original: text, result: lower });
      const marks = '!'.repeat(intensity);
      expect(scream({ text, intensity })).toMatchObject({ original: text, result: upper + marks });
    }),
  );
});

test.each([
  [{ text: 'look out', intensity: 3 }, 'LOOK OUT!!!', 7],
  [{ text: 'a👍b!' }, 'A👍B!!', 2],
])('%j is screamed as %j', (body, result, characters_amplified) => {
  const answer = { original: body.text, result, characters_amplified };
  expect(scream(v.parse(request, body))).toEqual(answer);
});

/** The specification, Limits: about 25 % remaining, and zero. */
test.each([
  [30, 30, 'ok'],
  [8, 30, 'ok'],
  [7, 30, 'approaching_limit'],
  [0, 30, 'at_limit'],
  [26, 100, 'ok'],
  [25, 100, 'approaching_limit'],
  [1, 1, 'ok'],
])('with %d of %d slots left, the status is %s', (remaining, limit, status) => {
  const plan = { name: 'demo', limit, windowSeconds: 60 };
  expect(rateLimits({ plan, remaining, resetsInSeconds: 41 })).toEqual({
    requests_remaining: remaining,
    limit,
    resets_in_seconds: 41,
    status,
  });
});
