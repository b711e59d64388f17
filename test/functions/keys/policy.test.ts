import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createAccountId, generateKey, keyHash, keyId } from '../../../functions/keys/format.ts';
import { type AcceptedKeys, issuedPolicy } from '../../../functions/keys/policy.ts';

const plans = ['free', 'scale'].map((name) => ({ name, limit: 30, windowSeconds: 60 }));
const id = createAccountId();
const keys = Array.from({ length: 4 }, () => generateKey('prod', id));
const [key, otherKey] = keys as [string, string];
const listed = { plan: 'free', endsByHash: new Map([[keyHash(key), Infinity]]) };

/** The key check, the responses of whose reads come by hand, and its clocks. */
const setUp = () => {
  const clock = { wall: 0, monotonic: 0 };
  const reads: ((account: AcceptedKeys | undefined) => void)[] = [];
  const policy = issuedPolicy({
    stage: 'prod',
    plans,
    activeKeys: 5,
    read: () => new Promise((resolve) => reads.push(resolve)),
    now: () => clock.wall,
    monotonic: () => clock.monotonic,
  });
  /** Checks keys of an account that nobody created. */
  const guess = (times: number, account = id) => {
    for (let time = 0; time < times; time += 1) void policy(generateKey('prod', account));
  };
  return { clock, reads, policy, guess };
};

test('a text that is no key of the stage causes no read', async () => {
  const { reads, policy } = setUp();
  const typo = key.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
  for (const text of ['some-key', typo, `${key}0`, 'amp_prod_', generateKey('demo', id)]) {
    expect(await policy(text)).toBeUndefined();
  }
  expect(reads).toEqual([]);
});

test.each([
  ['the wall clock, while the other stood still', { wall: 60_000, monotonic: 0 }, 2],
  ['the monotonic clock, although the other was set back', { wall: 1, monotonic: 60_000 }, 2],
  ['neither', { wall: 59_999, monotonic: 59_999 }, 1],
  ['a wall clock that was set back before the read', { wall: -1, monotonic: 1 }, 2],
])('the account is read again after a minute by %s', async (_, passed, expected) => {
  const { clock, reads, policy } = setUp();
  void policy(key);
  reads[0]?.(listed);
  await setImmediate();
  clock.wall += passed.wall;
  clock.monotonic += passed.monotonic;
  void policy(key);
  expect(reads).toHaveLength(expected);
});

test('a read that was sent before a revocation and answers late does not undo it', async () => {
  const { clock, reads, policy } = setUp();
  const early = policy(key);
  clock.monotonic += 1;
  const later = policy(key);
  reads[1]?.({ plan: 'free', endsByHash: new Map([[keyHash(key), 0]]) });
  expect(await later).toBeUndefined();
  reads[0]?.(listed);
  expect(await early).toBeDefined();
  expect(await policy(key)).toBeUndefined();
  expect(reads).toHaveLength(2);
});

test.each([
  ['an account', { plan: 'free', endsByHash: new Map() }],
  ['one that does not exist', undefined],
])(
  'guesses at %s read it ten times, then once a second, by any clock, which finds new keys',
  async (_, account) => {
    const { clock, reads, policy, guess } = setUp();
    for (const [passed, expected] of [
      [0, 10],
      [1_000, 11],
      [1_000, 12],
      [-60_000, 22],
    ] as const) {
      clock.wall += passed;
      guess(100);
      expect(reads).toHaveLength(expected);
      for (const answer of reads) answer(account);
    }
    clock.wall += 1_000;
    await setImmediate();
    const [created, ending] = [keyHash(key), keyHash(otherKey)];
    const answers = [policy(key), policy(otherKey)];
    const endsByHash = new Map([[created, Infinity] as const, [ending, 5_000]]);
    reads.at(-1)?.({ plan: 'scale', endsByHash });
    const accepted = { holder: id, plan: plans[1] };
    expect(await Promise.all(answers)).toEqual([
      { ...accepted, keyId: keyId(id, created) },
      { ...accepted, keyId: keyId(id, ending), endsAt: 5_000 },
    ]);
  },
);

test('the limits of reads are kept for a thousand accounts', () => {
  const { reads, guess } = setUp();
  guess(1);
  guess(1, createAccountId());
  guess(99);
  expect(reads).toHaveLength(11);
  for (let guessed = 0; guessed < 999; guessed += 1) guess(1, createAccountId());
  guess(1);
  expect(reads).toHaveLength(11 + 999);
  guess(1, createAccountId());
  guess(1);
  expect(reads).toHaveLength(11 + 999 + 2);
});

test('thousands of accounts do not displace one', async () => {
  const { reads, policy, guess } = setUp();
  void policy(key);
  for (let guessed = 0; guessed < 2_000; guessed += 1) guess(1, createAccountId());
  for (const answer of reads) answer(listed);
  await setImmediate();
  expect(await policy(key)).toBeDefined();
  expect(reads).toHaveLength(2_001);
});

const command = fc.oneof(
  fc.record({ does: fc.constant('request' as const), key: fc.nat(3) }),
  fc.record({ does: fc.constant('change' as const), key: fc.nat(3), to: fc.nat(4) }),
  fc.record({
    does: fc.constant('answer' as const),
    index: fc.nat(5),
    late: fc.boolean(),
    fails: fc.boolean(),
  }),
  fc.record({ does: fc.constant('pass' as const), ms: fc.oneof(fc.nat(300), fc.nat(90_000)) }),
);

/** The account's item from a time on. */
interface Snapshot extends AcceptedKeys {
  readonly since: number;
}

test('whatever the order of reads, an acceptance is at most a minute old, and a rejection newer than the request or, beyond the limit, at most a second old', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { size: 'max', maxLength: 150 }), async (commands) => {
      let time = 0;
      const history: Snapshot[] = [{ since: time, plan: 'free', endsByHash: new Map() }];
      const current = () => history.at(-1) as Snapshot;
      /** The states since then. */
      const since = (from: number) =>
        history.filter((_, index) => (history[index + 1]?.since ?? Infinity) >= from);
      const pending: ((late: boolean, fails: boolean) => void)[] = [];
      const sent: number[] = [];
      const read = () => {
        sent.push(time);
        const early = current();
        return new Promise<AcceptedKeys | undefined>((resolve, reject) => {
          pending.push((late, fails) => {
            const seen = late ? current() : early;
            // Before its first key, there is no account.
            if (fails) reject(new Error());
            else resolve(seen.endsByHash.size > 0 ? seen : undefined);
          });
        });
      };
      const policy = issuedPolicy({ stage: 'prod', plans, activeKeys: 5, read, now: () => time });
      const judged: Promise<void>[] = [];

      const request = async (key: string) => {
        const arrived = time;
        const recent = sent.filter((at) => at > arrived - 10_000).length;
        const answer = await policy(key).catch(() => 'failed' as const);
        if (answer === 'failed') return;
        const accepts = ({ endsByHash, plan }: Snapshot) =>
          time < (endsByHash.get(keyHash(key)) ?? 0) && (!answer || answer.plan.name === plan);
        const newest = recent < 10 ? arrived : arrived - 1_000;
        expect(
          answer
            ? since(arrived - 60_000).some(accepts)
            : since(newest).some((seen) => !accepts(seen)),
        ).toBe(true);
      };

      for (const step of commands) {
        if (step.does === 'pass') time += step.ms;
        if (step.does === 'request') judged.push(request(String(keys[step.key])));
        if (step.does === 'answer')
          pending.splice(step.index, 1)[0]?.(step.late, step.fails && step.late);
        if (step.does === 'change') {
          time += 1;
          const endsByHash = new Map(current().endsByHash);
          const hash = keyHash(String(keys[step.key]));
          const end = endsByHash.get(hash);
          // A key is created once, and its end only gets earlier.
          if (step.to === 0) endsByHash.set(hash, Math.min(end ?? Infinity, time));
          else if (step.to < 4) endsByHash.set(hash, end ?? Infinity);
          const plan = step.to === 4 && current().plan === 'free' ? 'scale' : 'free';
          history.push({ since: time, plan, endsByHash });
        }
        await setImmediate();
      }
      for (const answer of pending) answer(true, false);
      await Promise.all(judged);
      for (const at of sent) {
        expect(sent.filter((later) => later >= at && later < at + 2_000).length).toBeLessThan(
          10 + 2,
        );
      }
    }),
    { numRuns: 60 },
  );
});
