/** The calls that checks make. */
import { maxCharacters } from '../../functions/http/body-size.ts';
import { apiEndpoints } from '../settings/endpoints.ts';
import type { KeyedTarget, Target } from './check.ts';
import { faults } from './conformance.ts';
import { type Answer, ask, type Sent } from './exchange.ts';
import { expectSame } from './expect.ts';

/** The paths that take a slot. All of them do something with `goodBody`. */
export const countedPaths: readonly string[] = apiEndpoints
  .filter(({ access }) => access === 'counted')
  .map(({ path }) => path);

/** A body that each of them takes. */
export const goodBody = '{"text":"a"}';

/** One that is too large for them, and no JSON. */
export const largeBody = 'x'.repeat(maxCharacters + 1);

/** Sends a body with the target's key. */
export const post = (target: KeyedTarget, path: string, body: string): Promise<Answer> =>
  ask(target, {
    path,
    headers: { 'X-API-Key': target.key, 'Content-Type': 'application/json' },
    body,
  });

/** Sends a request, and expects the status, and everything else to be as the API's description has it. */
export const askAsDescribed = async (
  target: Target,
  sent: Sent,
  status: number,
): Promise<Answer> => {
  const answer = await ask(target, sent);
  expectSame('status', answer.status, status);
  expectSame('what is not as described', faults(sent, answer), []);
  return answer;
};
