/** The first call with a key, which the page suggests and can make. */
import { type ApiResponse, callApi } from '../shared/call.ts';

export const firstCall = {
  method: 'POST',
  path: '/v1/scream',
  body: JSON.stringify({ text: 'it works', intensity: 3 }),
  response: JSON.stringify(
    { original: 'it works', result: 'IT WORKS!!!', characters_amplified: 7 },
    null,
    2,
  ),
} as const;

/** For how long the call is repeated, in milliseconds: a new key may get 401 at first, see docs/accounts.md. */
const patience = 5_000;

/**
 * Makes the first call, and repeats it while the key is not accepted everywhere yet.
 *
 * @throws {Error} if no response came; the message is a sentence for people.
 */
export const callFirst = async (key: string): Promise<ApiResponse> => {
  const { method, path, body } = firstCall;
  const begun = Date.now();
  for (;;) {
    const answer = await callApi({ method, path, body, key });
    if (answer.status !== 401 || Date.now() - begun > patience) return answer;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
};
