/** The service's answers in the playground. */

import { type Answer, callApi } from '../call.ts';
import { detailOf, parsed } from '../json.ts';
import type { Quota } from '../quota.ts';
import { bodyOf, type TextRequest } from './request.ts';
import type { VoiceAnswer } from './voices.ts';

interface Outcome {
  /** As it came. */
  readonly answer: Answer;
  /** Undefined if unknown, as for a rejected key. */
  readonly quota: Quota | undefined;
  readonly result: VoiceAnswer | { readonly refusal: string };
}

/**
 * Calls the service, which takes a slot.
 *
 * @throws {Error} if no answer came. The message is for the visitor.
 */
export const callVoice = async (request: TextRequest, key: string): Promise<Outcome> => {
  const answer = await callApi({
    method: 'POST',
    path: `/v1/${request.voice}`,
    key,
    body: JSON.stringify(bodyOf(request)),
  });
  const { status, text } = answer;
  const quota = quotaIn(answer);
  const body = parsed(text);
  const result =
    status === 200 && body !== undefined
      ? { body: body as VoiceAnswer['body'] }
      : { refusal: refusal(answer, body, quota) };
  return { answer, quota, result };
};

/** Reads the key's quota, which takes no slot; undefined if unknown, as for a rejected key. */
export const quotaOf = async (key: string): Promise<Quota | undefined> =>
  quotaIn(await callApi({ method: 'GET', path: '/v1/rate-limits', key, body: undefined }));

const quotaIn = ({ headers }: Answer): Quota | undefined => {
  const remaining = Number(headers.get('X-RateLimit-Remaining'));
  const reset = headers.get('X-RateLimit-Reset');
  // Where nothing is known, 0 are left, and a retry makes sense before the reset.
  const isUnknown = remaining === 0 && (headers.get('Retry-After') ?? reset) !== reset;
  if (reset === null || isUnknown) return undefined;
  const limit = Number(headers.get('X-RateLimit-Limit'));
  return { limit, remaining, resetsInSeconds: Number(reset) };
};

/** The error for the visitor. */
const refusal = ({ status }: Answer, body: unknown, quota: Quota | undefined): string => {
  if (body === undefined) {
    return `The response (${status}) is not from Amplify but from a proxy or firewall. Try again.`;
  }
  if (status === 401) return 'This key is not accepted. Enter another one under “Key”.';
  if (status === 429 && quota) return `Take a breath: all ${quota.limit} requests are used up.`;
  if (status === 429) return 'Too many requests at once. Try again in a moment.';
  return detailOf(body) ?? 'That did not work. Try again.';
};
