import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { type Account, acceptedKeysReader } from '../../../functions/accounts/account.ts';
import { newAccount, rotated, withKey } from '../../../functions/accounts/changes.ts';
import { type AccountStore, accountStore } from '../../../functions/accounts/store.ts';
import { generateKey, keyHash, randomAccountId } from '../../../functions/keys/format.ts';
import { type AcceptedKeys, issuedPolicy, type KeyPolicy } from '../../../functions/keys/policy.ts';
import {
  type AccountDatabase,
  accountTable,
  keyFor,
  limits,
  openAccount,
  plans,
  refOf,
  startAccountDatabase,
} from '../../support/account-tables.ts';

let time = Date.parse('2030-01-01T00:00:00Z');
const now = () => time;
const minute = 60_000;

describe('with an account table', () => {
  let database: AccountDatabase;
  let accounts: AccountStore;

  beforeAll(async () => {
    database = await startAccountDatabase();
    accounts = accountStore(database.client, accountTable, now);
  });

  beforeEach(() => {
    jest.spyOn(console, 'info').mockImplementation(() => {});
    database.wire.traffic.length = 0;
  });

  afterEach(() => {
    jest.restoreAllMocks();
    database.wire.fault = undefined;
  });

  /** The key check of a new function. */
  const keyCheck = (stage = 'prod') =>
    issuedPolicy({
      stage,
      plans,
      ...limits,
      read: acceptedKeysReader(database.wiredClient, accountTable),
      now,
    });

  const reads = () => database.wire.traffic.length;

  const addKey = async ({ id }: Pick<Account, 'id'>, life = Infinity) => {
    const made = keyFor({ id });
    const end = life < Infinity && { expires_at: new Date(time + life).toISOString() };
    await accounts.change({ id }, { change: 'create' }, (account, at) =>
      withKey(account, { ...made.stored, ...end }, limits, at),
    );
    return made;
  };

  /** Creates an account with a key, and a function that has cached it. */
  const openWithKey = async () => {
    const account = await openAccount(accounts);
    const key = await addKey(account);
    const warm = keyCheck();
    expect(await warm(key.key)).toEqual({ partition: account.id, keyId: key.id, plan: plans[0] });
    return { account, key, warm };
  };

  test('an account is cached for a minute from sending the read', async () => {
    const { key, warm } = await openWithKey();
    expect(database.wire.traffic).toMatchObject([
      { operation: 'GetItem', input: { TableName: accountTable, ConsistentRead: true } },
    ]);
    time += minute - 1;
    expect(await warm(key.key)).toBeDefined();
    expect(reads()).toBe(1);
    time += 1;
    const answer = Promise.withResolvers<void>();
    database.wire.fault = { answerAfter: answer.promise };
    const slow = warm(key.key);
    while (reads() < 2) await setImmediate();
    time += 10_000;
    answer.resolve();
    expect(await slow).toBeDefined();
    database.wire.fault = undefined;
    time += minute - 10_001;
    await warm(key.key);
    expect(reads()).toBe(2);
    time += 1;
    await warm(key.key);
    expect(reads()).toBe(3);
  });

  test('a text that is no key of the stage causes no read', async () => {
    const { key } = await openWithKey();
    const policy = keyCheck();
    const before = reads();
    const typo = key.key.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
    for (const text of [
      'some-key',
      typo,
      `${key.key}0`,
      'amp_prod_',
      generateKey('dev', '0'.repeat(11)),
    ]) {
      expect(await policy(text)).toBeUndefined();
    }
    expect(await keyCheck('dev')(key.key)).toBeUndefined();
    expect(reads()).toBe(before);
  });

  /** Checks a thousand keys that nobody created, within a second. */
  const guess = async (policy: KeyPolicy, id: string) => {
    for (let guesses = 0; guesses < 1_000; guesses += 1) {
      expect(await policy(generateKey('prod', id))).toBeUndefined();
    }
  };

  test('guesses at an account read it ten times, then once a second, and its keys are accepted', async () => {
    const { account, key, warm } = await openWithKey();
    await guess(warm, account.id);
    expect(reads()).toBe(10);
    for (let seconds = 1; seconds <= 3; seconds += 1) {
      const added = await addKey(account);
      time += 1_000;
      await guess(warm, account.id);
      expect(reads()).toBe(10 + seconds);
      for (const { key: own } of [key, added]) expect(await warm(own)).toBeDefined();
    }
  });

  test('as many new keys as an account can have, and their successors, work at once', async () => {
    const { account, key, warm } = await openWithKey();
    time += 1_000;
    const own = [key];
    while (own.length < limits.activeKeys) {
      const added = await addKey(account);
      own.push(added);
      expect(await warm(added.key)).toBeDefined();
    }
    for (const { id } of own) {
      const { key: successor, stored } = keyFor(account);
      await accounts.change(account, { change: 'rotate' }, (seen, at) =>
        rotated(seen, id, { ...stored, graceMs: 0 }, limits, at),
      );
      expect(await warm(successor)).toBeDefined();
    }
  });

  test('so do guesses at an account that does not exist, and its first key works within a second', async () => {
    const warm = keyCheck();
    const ref = refOf('nobody yet');
    await guess(warm, ref.id);
    expect(reads()).toBe(10);
    await accounts.put(ref, { change: 'open' }, (_, at) =>
      newAccount({ ...ref, email: 'a@example.com', plan: 'free' }, at),
    );
    const { key } = await addKey(ref);
    time += 1_000;
    await guess(warm, ref.id);
    expect(await warm(key)).toBeDefined();
    expect(reads()).toBe(11);
    // Where nobody has guessed, at once.
    expect(await keyCheck()(key)).toBeDefined();
  });

  test('thousands of accounts, and as many that do not exist, do not displace one', async () => {
    const answer = { plan: 'free', ends: new Map<string, number>() };
    let asked = 0;
    const policy = issuedPolicy({
      stage: 'prod',
      plans,
      ...limits,
      read: async (id) => {
        asked += 1;
        return id === real || asked % 2 === 0 ? answer : undefined;
      },
      now,
    });
    const real = randomAccountId();
    const key = generateKey('prod', real);
    answer.ends.set(keyHash(key), Infinity);
    await policy(key);
    for (let ids = 0; ids < 10_001; ids += 1) await policy(generateKey('prod', randomAccountId()));
    expect(asked).toBe(10_002);
    expect(await policy(key)).toBeDefined();
    expect(asked).toBe(10_002);
  });

  test('while the table fails, keys are accepted only from the cache', async () => {
    const { account, key, warm } = await openWithKey();
    const other = await addKey(account);
    database.wire.fault = { status: 500, type: 'InternalServerError' };
    const failure = { name: 'InternalServerError' };
    expect(await warm(key.key)).toBeDefined();
    await expect(warm(other.key)).rejects.toMatchObject(failure);
    await expect(keyCheck()(key.key)).rejects.toMatchObject(failure);
    time += minute;
    const before = reads();
    for (let tries = 0; tries < 20; tries += 1) {
      await expect(warm(key.key)).rejects.toMatchObject(failure);
    }
    // The SDK retries each once.
    expect(reads()).toBe(before + 2 * 10);
    database.wire.fault = undefined;
    time += 1_000;
    expect(await warm(key.key)).toBeDefined();
  });
});

const keyTexts = (() => {
  const id = randomAccountId();
  return Array.from({ length: 4 }, () => generateKey('prod', id));
})();

const command = fc.oneof(
  fc.record({ does: fc.constant('request' as const), key: fc.nat(3) }),
  fc.record({ does: fc.constant('change' as const), key: fc.nat(3), to: fc.nat(4) }),
  fc.record({
    does: fc.constant('answer' as const),
    which: fc.nat(5),
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
      const began = time;
      const history: Snapshot[] = [{ since: began, plan: 'free', ends: new Map() }];
      const current = () => history.at(-1) as Snapshot;
      /** The states since then. */
      const since = (from: number) =>
        history.filter((_, index) => (history[index + 1]?.since ?? Infinity) >= from);
      const pending: ((late: boolean, fails: boolean) => void)[] = [];
      const sent: number[] = [];
      const read = () => {
        sent.push(time);
        const early = current();
        return new Promise<AcceptedKeys>((resolve, reject) => {
          pending.push((late, fails) =>
            fails ? reject(new Error()) : resolve(late ? current() : early),
          );
        });
      };
      const policy = issuedPolicy({ stage: 'prod', plans, ...limits, read, now });
      const judged: Promise<void>[] = [];

      const request = async (key: string) => {
        const arrived = time;
        const recent = sent.filter((at) => at > arrived - 10_000).length;
        const answer = await policy(key).catch(() => 'failed' as const);
        if (answer === 'failed') return;
        const accepts = ({ ends, plan }: Snapshot) =>
          time < (ends.get(keyHash(key)) ?? 0) && (!answer || answer.plan.name === plan);
        if (answer) {
          expect(since(arrived - minute).some(accepts)).toBe(true);
          return;
        }
        expect(since(recent < 10 ? arrived : arrived - 1_000).some((seen) => !accepts(seen))).toBe(
          true,
        );
      };

      for (const one of commands) {
        if (one.does === 'pass') time += one.ms;
        if (one.does === 'request') judged.push(request(String(keyTexts[one.key])));
        if (one.does === 'answer')
          pending.splice(one.which, 1)[0]?.(one.late, one.fails && one.late);
        if (one.does === 'change') {
          time += 1;
          const ends = new Map(current().ends);
          const hash = keyHash(String(keyTexts[one.key]));
          const end = ends.get(hash);
          // A key is created once, and its end only gets earlier.
          if (one.to === 0) ends.set(hash, Math.min(end ?? Infinity, time));
          else if (one.to < 4) ends.set(hash, end ?? Infinity);
          const plan = one.to === 4 && current().plan === 'free' ? 'scale' : 'free';
          history.push({ since: time, plan, ends });
        }
        await setImmediate();
      }
      for (const answer of pending) answer(true, false);
      await Promise.all(judged);
      for (const at of sent) {
        expect(sent.filter((other) => other >= at && other < at + 2_000).length).toBeLessThan(
          10 + 2,
        );
      }
    }),
    { numRuns: 60 },
  );
});

describe('with an account in memory', () => {
  const id = randomAccountId();
  const key = generateKey('prod', id);
  const listed = { plan: 'free', ends: new Map([[keyHash(key), Infinity]]) };

  /** The key check, the responses of whose reads come by hand, and its clocks. */
  const setUp = () => {
    const clock = { wall: time, monotonic: 0 };
    const reads: ((keys: AcceptedKeys) => void)[] = [];
    const policy = issuedPolicy({
      stage: 'prod',
      plans,
      ...limits,
      read: () => new Promise((resolve) => reads.push(resolve)),
      now: () => clock.wall,
      monotonic: () => clock.monotonic,
    });
    return { clock, reads, policy };
  };

  test('a read that was sent before a revocation and answers late does not undo it', async () => {
    const { clock, reads, policy } = setUp();
    const early = policy(key);
    clock.monotonic += 1;
    const later = policy(key);
    reads[1]?.({ plan: 'free', ends: new Map([[keyHash(key), time]]) });
    expect(await later).toBeUndefined();
    reads[0]?.(listed);
    expect(await early).toBeDefined();
    expect(await policy(key)).toBeUndefined();
    expect(reads).toHaveLength(2);
  });

  test.each([
    ['the wall clock, while the other stood still', { wall: minute, monotonic: 0 }, 2],
    ['the monotonic clock, although the other was set back', { wall: 1, monotonic: minute }, 2],
    ['neither', { wall: minute - 1, monotonic: minute - 1 }, 1],
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

  test('the limits of reads are kept for a thousand accounts', async () => {
    const { reads, policy } = setUp();
    for (let guesses = 0; guesses < 100; guesses += 1) void policy(generateKey('prod', id));
    expect(reads).toHaveLength(10);
    for (let others = 0; others < 999; others += 1)
      void policy(generateKey('prod', randomAccountId()));
    void policy(generateKey('prod', id));
    expect(reads).toHaveLength(10 + 999);
    void policy(generateKey('prod', randomAccountId()));
    void policy(generateKey('prod', id));
    expect(reads).toHaveLength(10 + 999 + 2);
  });
});
