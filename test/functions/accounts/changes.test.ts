import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Account } from '../../../functions/accounts/account.ts';
import { accountRecordOf } from '../../../functions/accounts/account-record.ts';
import {
  type AccountLimits,
  changesLeft,
  countedKeys,
  deleted,
  mostKeys,
  newAccount,
  renamed,
  resumed,
  revoked,
  rotated,
  suspended,
  withEmail,
  withKey,
  withPlan,
} from '../../../functions/accounts/changes.ts';
import { Refused } from '../../../functions/accounts/refused.ts';
import { keyState } from '../../../functions/keys/key-record.ts';

const start = Date.parse('2030-01-01T12:00:00Z');
const dayMs = 86_400_000;
const limits = { activeKeys: 5, changesPerDay: 20 };

const fresh = () => newAccount({ id: 'sub', email: 'someone@example.com', plan: 'free' }, start);

let made = 0;

/** A key to be added, which is like no other. */
const key = (expires_at?: number) => {
  made += 1;
  const id = made.toString(16).padStart(16, '0');
  return {
    id,
    hash: id.repeat(4),
    start: 'amp_prod_abcd',
    name: `key ${made}`,
    issuer: 'f'.repeat(16),
    ...(expires_at !== undefined && { expires_at: new Date(expires_at).toISOString() }),
  };
};

/** An account with so many keys. */
const withKeys = (count: number) => {
  const keys = Array.from({ length: count }, () => key());
  return keys.reduce((account, added) => withKey(account, added, limits, start), fresh());
};

const idOf = (account: Account, index: number): string => String(account.keys.at(index)?.id);

const refusal = (change: () => Account) => {
  try {
    change();
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
  return undefined;
};

const reason = (change: () => Account) => refusal(change)?.reason;

test('an account begins without keys, with all its changes', () => {
  expect(fresh()).toEqual({
    id: 'sub',
    email: 'someone@example.com',
    plan: 'free',
    created_at: '2030-01-01T12:00:00.000Z',
    changed_at: '2030-01-01T12:00:00.000Z',
    changes: { day: '2030-01-01', count: 0 },
    keys: [],
    pending: [],
  });
  expect(changesLeft(fresh(), limits, start)).toBe(20);
});

test('a rotation makes a key of the same name and end, and limits the life of the other', () => {
  const end = start + 30 * dayMs;
  const account = withKey(fresh(), key(end), limits, start);
  const old = idOf(account, 0);
  const { name, expires_at, start: _, ...next } = key();
  const added = { ...next, start: 'amp_prod_wxyz' };
  const after = rotated(account, old, { key: added, graceMs: 3_600_000 }, limits, start + 1_000);
  expect(after.keys).toEqual([
    { ...account.keys[0], expires_at: '2030-01-01T13:00:01.000Z', successor: next.id },
    {
      ...added,
      name: account.keys[0]?.name,
      created_at: '2030-01-01T12:00:01.000Z',
      expires_at: '2030-01-31T12:00:00.000Z',
    },
  ]);
  expect(after.pending).toEqual([old, next.id]);

  const late = rotated(account, old, { key: added, graceMs: 40 * dayMs }, limits, start);
  expect(late.keys[0]?.expires_at).toBe('2030-01-31T12:00:00.000Z');
  const now = rotated(account, old, { key: added, graceMs: 0 }, limits, start);
  expect(now.keys.map((rotatedKey) => keyState(rotatedKey, start))).toEqual(['expired', 'active']);
});

test('a key can not be rotated again, nor while the one before it lives, nor when it is over', () => {
  const account = withKeys(1);
  const first = idOf(account, 0);
  const rotate = (of: Account, id: string, now = start) =>
    rotated(of, id, { key: key(), graceMs: 3_600_000 }, limits, now);
  const once = rotate(account, first);
  const second = idOf(once, 1);
  expect(reason(() => rotate(once, first))).toBe('key_final');
  expect(reason(() => rotate(once, second))).toBe('predecessor_active');
  expect(rotate(once, second, start + 3_600_000).keys).toHaveLength(3);
  expect(rotate(revoked(once, first, start), second).keys).toHaveLength(3);
  expect(reason(() => rotate(revoked(once, second, start), second))).toBe('key_final');
  expect(reason(() => rotate(once, first, start + 3_600_000))).toBe('key_final');
});

test('the limit is of keys that no active key replaces', () => {
  const full = withKeys(5);
  const add = (account: Account) => () => withKey(account, key(), limits, start);
  expect(reason(add(full))).toBe('too_many_keys');
  expect(add(revoked(full, idOf(full, 2), start))().keys).toHaveLength(6);

  // A rotated one makes no room, however the pair goes on.
  const pair = rotated(full, idOf(full, 0), { key: key(), graceMs: dayMs }, limits, start);
  expect(reason(add(pair))).toBe('too_many_keys');
  const [withoutOld, withoutNew] = [idOf(pair, 0), idOf(pair, 5)].map((id) =>
    revoked(pair, id, start),
  ) as [Account, Account];
  expect(reason(add(withoutOld))).toBe('too_many_keys');
  expect(reason(add(withoutNew))).toBe('too_many_keys');
  expect(reason(add(revoked(withoutNew, idOf(pair, 0), start)))).toBeUndefined();

  // Who has more than a limit that was lowered keeps them, and can exchange them.
  const lowered = { ...limits, activeKeys: 3 };
  expect(reason(() => withKey(full, key(), lowered, start))).toBe('too_many_keys');
  expect(
    rotated(full, idOf(full, 0), { key: key(), graceMs: 0 }, lowered, start).keys,
  ).toHaveLength(6);
});

test('changes are counted by the day, in UTC, and revocations are not', () => {
  const few = { activeKeys: 5, changesPerDay: 3 };
  let account = withKey(fresh(), key(), few, start);
  const id = idOf(account, 0);
  account = renamed(account, id, 'a', few, start);
  expect(changesLeft(account, few, start)).toBe(1);
  account = rotated(account, id, { key: key(), graceMs: dayMs }, few, start);
  for (const change of [
    () => withKey(account, key(), few, start),
    () => renamed(account, id, 'b', few, start),
    () =>
      rotated(
        revoked(account, id, start),
        idOf(account, 1),
        { key: key(), graceMs: 0 },
        few,
        start,
      ),
  ]) {
    expect(refusal(change)).toMatchObject({
      reason: 'too_many_changes',
      retryAfterSeconds: 43_200,
    });
  }
  const midnight = Date.parse('2030-01-02T00:00:00Z');
  const last = refusal(() => renamed(account, id, 'b', few, midnight - 1));
  expect(last?.retryAfterSeconds).toBe(1);
  const next = renamed(account, id, 'b', few, midnight);
  expect(changesLeft(next, few, midnight)).toBe(2);
  // A clock that lags behind does not bring yesterday's changes back.
  expect(changesLeft(next, few, midnight - 1)).toBe(2);
  expect(keyState(revoked(account, id, start).keys[0] as Account['keys'][0], start)).toBe(
    'revoked',
  );
});

test('a key that is over stays for as long as its usage is shown, unless its record is behind', () => {
  const [expiring, revokedOne, kept] = [key(start + dayMs), key(), key()];
  let account = [expiring, revokedOne, kept].reduce(
    (before, added) => withKey(before, added, limits, start),
    fresh(),
  );
  account = { ...revoked(account, revokedOne.id, start), pending: [] };
  const changedAt = (time: number) => withPlan(account, 'scale', time).keys.map(({ id }) => id);
  const goes = start + 33 * dayMs;
  expect(changedAt(goes - 1)).toEqual([expiring.id, revokedOne.id, kept.id]);
  expect(changedAt(goes)).toEqual([expiring.id, kept.id]);
  expect(changedAt(goes + dayMs)).toEqual([kept.id]);
  account = { ...account, pending: [revokedOne.id] };
  expect(changedAt(goes + dayMs)).toEqual([revokedOne.id, kept.id]);
});

test('an account takes no more keys than its item can hold', () => {
  const many = { activeKeys: 5, changesPerDay: 10_000 };
  let account = withKey(fresh(), key(), many, start);
  while (account.keys.length < mostKeys) {
    const last = idOf(account, -1);
    account = rotated(account, last, { key: key(), graceMs: 0 }, many, start + 1_000);
  }
  const rotate = (now: number) =>
    rotated(account, idOf(account, -1), { key: key(), graceMs: 0 }, many, now);
  expect(refusal(() => rotate(start + 2_000))).toMatchObject({
    reason: 'too_many_changes',
    retryAfterSeconds: 33 * 86_400 - 1,
  });
  expect(refusal(() => withKey(account, key(), many, start))?.reason).toBe('too_many_changes');
  account = { ...account, pending: [] };
  expect(rotate(start + 1_000 + 33 * dayMs).keys.length).toBeLessThan(mostKeys);
});

test('a suspended account can revoke keys and go, and no more', () => {
  const account = suspended(withKeys(2), start);
  const id = idOf(account, 0);
  expect(reason(() => withKey(account, key(), limits, start))).toBe('suspended');
  expect(reason(() => renamed(account, id, 'a', limits, start))).toBe('suspended');
  expect(reason(() => rotated(account, id, { key: key(), graceMs: 0 }, limits, start))).toBe(
    'suspended',
  );
  expect(revoked(account, id, start).keys[0]?.revoked_at).toBeDefined();
  expect(withEmail(account, 'new@example.com', start).email).toBe('new@example.com');
  expect(withPlan(account, 'scale', start).plan).toBe('scale');
  expect(deleted(account, start).deleted_at).toBeDefined();
  const back = resumed(account, start);
  expect(back.keys).toEqual(account.keys);
  expect(back.suspended_at).toBeUndefined();
});

test('a deleted account holds no address, no name and no active key, and stays so', () => {
  const before = withKeys(3);
  const account = deleted(revoked(before, idOf(before, 0), start), start + 1_000);
  expect(JSON.stringify(account)).not.toMatch(/example\.com|key \d/);
  expect(account.keys.map(({ revoked_at }) => revoked_at)).toEqual([
    '2030-01-01T12:00:00.000Z',
    '2030-01-01T12:00:01.000Z',
    '2030-01-01T12:00:01.000Z',
  ]);
  const id = idOf(account, 0);
  for (const change of [
    () => withEmail(account, 'a@example.com', start),
    () => withKey(account, key(), limits, start),
    () => renamed(account, id, 'a', limits, start),
    () => rotated(account, id, { key: key(), graceMs: 0 }, limits, start),
    () => revoked(account, id, start),
    () => withPlan(account, 'scale', start),
    () => suspended(account, start),
    () => resumed(account, start),
  ]) {
    expect(reason(change)).toBe('deleted');
  }
});

test('a key that the account does not have is none, whatever its id', () => {
  const account = withKeys(1);
  for (const id of ['', 'issuer', '__proto__', 'f'.repeat(16), ` ${idOf(account, 0)}`]) {
    expect(reason(() => renamed(account, id, 'a', limits, start))).toBe('no_key');
    expect(reason(() => revoked(account, id, start))).toBe('no_key');
    expect(reason(() => rotated(account, id, { key: key(), graceMs: 0 }, limits, start))).toBe(
      'no_key',
    );
  }
});

test('what is there already is not made again, whatever the limits are', () => {
  const none = { activeKeys: 0, changesPerDay: 0 };
  const added = key(start + dayMs);
  const account = withKey(fresh(), added, limits, start);
  expect(withKey(account, added, none, start)).toBe(account);
  const rotation = { key: key(), graceMs: 0 };
  const after = rotated(account, added.id, rotation, limits, start);
  expect(rotated(after, added.id, rotation, none, start)).toBe(after);
  expect(revoked(account, added.id, start + dayMs)).toBe(account);
});

/** A change that anybody may try, of a key where it is one's. The number is what makes it another change. */
type Act = (account: Account, id: string, now: number, index: number) => Account;

const strict: AccountLimits = { activeKeys: 3, changesPerDay: 8 };

const chosen = ({ keys }: Account, index: number): string =>
  keys.length === 0 ? 'none' : String(keys[index % keys.length]?.id);

const acts: Readonly<Record<string, Act>> = {
  add: (account, _, now) => withKey(account, key(), strict, now),
  'add for a day': (account, _, now) => withKey(account, key(now + dayMs), strict, now),
  rename: (account, id, now, index) => renamed(account, id, `name ${index}`, strict, now),
  'rotate now': (account, id, now) => rotated(account, id, { key: key(), graceMs: 0 }, strict, now),
  'rotate with a grace': (account, id, now) =>
    rotated(account, id, { key: key(), graceMs: 3_600_000 }, strict, now),
  revoke: (account, id, now) => revoked(account, id, now),
  plan: (account, _, now, index) => withPlan(account, index % 2 ? 'scale' : 'free', now),
  address: (account, _, now, index) => withEmail(account, `${index}@example.com`, now),
  suspend: (account, _, now) => suspended(account, now),
  resume: (account, _, now) => resumed(account, now),
  delete: (account, _, now) => deleted(account, now),
};

const step = fc.record({
  act: fc.constantFrom(...Object.keys(acts).filter((name) => name !== 'delete')),
  index: fc.nat(20),
  /** Clocks differ by up to a minute, and much time may pass. */
  passes: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: -60_000, max: 60_000 }) },
    { weight: 3, arbitrary: fc.integer({ min: 0, max: dayMs }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 40 * dayMs }) },
  ),
  /** Whether the records that are behind get written after it. */
  written: fc.boolean(),
});

test('whatever is done in whatever order, the limits hold and the records follow', () => {
  const steps = fc.tuple(fc.array(step, { maxLength: 80 }), fc.boolean());
  fc.assert(
    fc.property(steps, ([some, isDeleted]) => {
      let account = fresh();
      let now = start;
      let latest = start;
      const records = new Map<string, object>();
      const changesOf = new Map<string, number>();
      const ends = new Map<string, number>();
      const last = { act: 'delete', index: 0, passes: 0, written: false };
      for (const { act, index, passes, written } of isDeleted ? [...some, last] : some) {
        now += passes;
        latest = Math.max(latest, now);
        const id = chosen(account, index);
        let next: Account;
        try {
          next = acts[act]?.(account, id, now, index) as Account;
        } catch (error) {
          expect(error).toBeInstanceOf(Refused);
          continue;
        }
        // What is done is the same when it is done again, but for what makes another key, and of a key that
        // expired so long ago that this change was its last.
        const isGone = id !== 'none' && !next.keys.some((one) => one.id === id);
        if (!isGone && !/^(?:add|rotate)/.test(act)) {
          expect(acts[act]?.(next, id, now, index)).toBe(next);
        }
        if (next === account) continue;
        expect(next.changed_at > account.changed_at).toBe(true);
        if (next.changes !== account.changes) {
          const { day, count } = next.changes;
          expect(day >= account.changes.day).toBe(true);
          changesOf.set(day, (changesOf.get(day) ?? 0) + 1);
          expect(count).toBe(changesOf.get(day));
          expect(count).toBeLessThanOrEqual(strict.changesPerDay);
        }
        account = next;

        const active = account.keys.filter((one) => keyState(one, latest) === 'active');
        expect(countedKeys(account, latest)).toBeLessThanOrEqual(strict.activeKeys);
        expect(active.length).toBeLessThanOrEqual(2 * strict.activeKeys);
        expect(new Set(account.keys.map(({ id }) => id)).size).toBe(account.keys.length);
        for (const one of account.keys) {
          const end = Math.min(
            ...[one.revoked_at, one.expires_at].map((time) => (time ? Date.parse(time) : Infinity)),
          );
          // A key's life gets shorter, and never longer.
          expect(end).toBeLessThanOrEqual(ends.get(one.id) ?? Infinity);
          ends.set(one.id, end);
          const record = accountRecordOf(account, one);
          if (account.suspended_at || account.deleted_at)
            expect(keyState(record, now)).not.toBe('active');
          expect(record.plan).toBe(account.plan);
          // What is not pending stands as it should, but for the time of the change.
          if (!account.pending.includes(one.id)) {
            expect({ ...records.get(one.id), changed_at: '' }).toEqual({
              ...record,
              changed_at: '',
            });
          }
          if (written) records.set(one.id, record);
        }
        for (const id of account.pending) expect(account.keys.map((one) => one.id)).toContain(id);
        if (written) account = { ...account, pending: [] };
      }
    }),
  );
});
