/** The exact count of the quota over one window, and the answers to an exhausted key. */
import { overQuotaDetail } from '../../../../functions/middleware/quota.ts';
import {
  askAsDescribed,
  askQuota,
  bodies,
  countedPaths,
  goodBody,
  longestWait,
  post,
  posted,
  shownQuota,
  waitForWindow,
} from '../calls.ts';
import {
  type Check,
  expectSame,
  expectThat,
  inCase,
  type KeyedTarget,
  Unreachable,
} from '../check.ts';
import type { Answer } from '../exchange.ts';

/** Requests beyond the limit. */
const surplus = 5;

/** Parallel requests. */
const atOnce = 50;

/** How often the count is repeated if it was inconclusive. */
const attempts = 3;

/** Sends that many requests, each of which takes a slot. */
const shoutTimes = async (target: KeyedTarget, times: number): Promise<readonly Answer[]> => {
  const answers: Answer[] = [];
  let begun = 0;
  const shoutOn = async () => {
    while (begun < times) {
      begun += 1;
      answers.push(await post(target, '/v1/shout', goodBody));
    }
  };
  const shouting = Array.from({ length: Math.min(times, atOnce) }, shoutOn);
  // Not before all are answered: a request still under way would take a slot of the next check.
  await Promise.allSettled(shouting);
  await Promise.all(shouting);
  return answers;
};

const countsExactly: Check = {
  name: 'exactly as many requests as slots pass in one window, many at once',
  slots: 'all',
  run: async (target) => {
    for (let attempt = 1; ; attempt += 1) {
      const { quota, endsAt } = await waitForWindow(target, 'all', 30);
      const { limit, resetsInSeconds } = quota;
      const answers = await shoutTimes(target, limit + surplus);
      const accepted = answers.filter(({ status }) => status === 200);
      const wanted = `${limit} of ${answers.length}`;
      const isInTime = performance.now() < endsAt;
      const isLast = attempt === attempts || resetsInSeconds > longestWait;
      if (isInTime) {
        expectThat('accepted', accepted.length <= limit, wanted, accepted.length);
        const left = accepted.map((answer) => shownQuota(answer).remaining);
        expectSame('slots that two requests took', left.length - new Set(left).size, 0);
        if (accepted.length === limit) return `${wanted} accepted`;
        // A lost answer of DynamoDB may cost a slot without a trace, but not each time.
        expectThat('accepted', !isLast, wanted, accepted.length);
      }
      if (isLast) throw new Unreachable('no window was long enough for its requests');
    }
  },
};

const exhaust = async (target: KeyedTarget): Promise<void> => {
  await shoutTimes(target, (await askQuota(target)).remaining);
  let status: number | undefined;
  for (let more = 0; more < surplus && status !== 429; more += 1) {
    ({ status } = await post(target, '/v1/shout', goodBody));
  }
  expectSame('the status without a slot', status, 429);
};

const refusesAnyBody = (path: string): Check => ({
  name: `POST ${path} answers 429 to any body without a slot`,
  slots: 'all',
  run: async (target) => {
    await exhaust(target);
    expectSame('what GET /v1/rate-limits says is left', (await askQuota(target)).remaining, 0);
    for (const [name, body] of bodies) {
      await inCase(name, async () => {
        const answer = await askAsDescribed(target, posted(target.key, path, body), 429);
        const { plan, limit, windowSeconds, remaining, resetsInSeconds } = shownQuota(answer);
        expectSame('X-RateLimit-Remaining', remaining, 0);
        expectSame('Retry-After', answer.headers['retry-after'], String(resetsInSeconds));
        const quota = { plan: { name: plan, limit, windowSeconds }, resetsInSeconds };
        expectSame('the body', answer.json, { detail: overQuotaDetail(quota) });
      });
    }
  },
});

export const quotaChecks: readonly Check[] = [countsExactly, ...countedPaths.map(refusesAnyBody)];
