import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Account, parseAccount } from '../../../functions/accounts/account.ts';
import { toAccountItem } from '../../../functions/accounts/account-store.ts';
import {
  deleted,
  newAccount,
  Refusal,
  type RefusalKind,
  renamed,
  resumed,
  revoked,
  rotated,
  suspended,
  withKey,
} from '../../../functions/accounts/changes.ts';
import { accountView } from '../../../functions/accounts/view.ts';
import { keyId } from '../../../functions/keys/format.ts';
import { keyFor, plans, toRef } from '../../support/account-tables.ts';
import { expectIdentical } from '../../support/properties.ts';

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];
const start = Date.parse('2030-01-01T12:00:00Z');
const ref = toRef('someone');
const limits = { activeKeys: 3, changesPerDay: 7 };

/** Times are in milliseconds since the epoch; `Infinity` is never. */
interface ModelKey {
  readonly id: string;
  readonly created: number;
  name: string;
  expires: number;
  revoked: number;
  successor: string | null;
}

/** A minimal model of an account and its keys. */
class Model {
  now = start;
  suspended = false;
  /** The oldest first. */
  keys: ModelKey[] = [];
  changes = { day: '', count: 0 };

  /** @param message - a part of it. */
  reject(kind: RefusalKind, message: string): never {
    throw new Refusal(kind, message);
  }
  end(key: ModelKey) {
    return Math.min(key.revoked, key.expires);
  }
  isActive(key: ModelKey | undefined): boolean {
    return key !== undefined && this.now < this.end(key);
  }
  key(id: string) {
    return this.keys.find((key) => key.id === id) ?? this.reject('absent', 'has no such key');
  }
  changesLeft() {
    const today = this.changes.day === new Date(this.now).toISOString().slice(0, 10);
    return limits.changesPerDay - (today ? this.changes.count : 0);
  }
  count() {
    if (this.changesLeft() === 0) this.reject('limit', 'Limit of 7 changes a day reached.');
    const count = limits.changesPerDay - this.changesLeft() + 1;
    this.changes = { day: new Date(this.now).toISOString().slice(0, 10), count };
  }
  add(id: string, name: string, expires: number) {
    this.keys.push({ id, created: this.now, name, expires, revoked: Infinity, successor: null });
  }
  create(id: string, name: string, expires: number) {
    if (this.suspended) this.reject('suspended', 'is suspended');
    const limited = this.keys.filter(
      (key) =>
        this.isActive(key) && !this.isActive(this.keys.find(({ id }) => id === key.successor)),
    );
    if (limited.length >= limits.activeKeys)
      this.reject('conflict', 'at most 3 active keys. Revoke one');
    this.count();
    this.add(id, name, expires);
  }
  rename(id: string, name: string) {
    if (this.suspended) this.reject('suspended', 'is suspended');
    const shown = this.shownKeys().find((key) => key.id === id);
    const key = shown ?? this.reject('absent', 'has no such key');
    if (key.revoked < Infinity) this.reject('conflict', 'A revoked key cannot be renamed.');
    if (key.name === name) return;
    this.count();
    key.name = name;
  }
  rotate(id: string, successor: string, graceMs: number) {
    if (this.suspended) this.reject('suspended', 'is suspended');
    const key = this.key(id);
    if (!this.isActive(key)) {
      const state = key.revoked < Infinity ? 'revoked' : 'expired';
      this.reject('conflict', `The key is ${state}. Create a new one.`);
    }
    if (key.successor) this.reject('conflict', 'The key has already been rotated.');
    if (this.isActive(this.keys.find((candidate) => candidate.successor === id))) {
      this.reject('conflict', 'previous key is still active');
    }
    this.count();
    this.add(successor, key.name, key.expires);
    key.successor = successor;
    key.expires = Math.min(key.expires, this.now + graceMs);
  }
  revoke(id: string) {
    const key = this.key(id);
    if (this.isActive(key)) key.revoked = this.now;
  }
  /** All active keys, and the last twenty that ended. */
  shownKeys() {
    const ended = this.keys.filter((key) => !this.isActive(key));
    const lastEnded = ended.sort((a, b) => this.end(b) - this.end(a)).slice(0, 20);
    return this.keys.filter((key) => this.isActive(key) || lastEnded.includes(key));
  }
  keyStatus(key: ModelKey) {
    if (key.revoked < Infinity) return 'revoked';
    if (!this.isActive(key)) return 'expired';
    return this.suspended ? 'suspended' : 'active';
  }
  /** As `accountView`, without what no change depends on. */
  view() {
    const time = (ms: number) => (ms === Infinity ? null : new Date(ms).toISOString());
    const shown = this.shownKeys();
    return {
      suspended: this.suspended,
      changes_left: this.changesLeft(),
      keys: shown.toReversed().map((key) => ({
        id: key.id,
        name: key.name,
        plan: 'free',
        created_at: time(key.created),
        expires_at: time(key.expires),
        revoked_at: time(key.revoked),
        successor: key.successor,
        predecessor: shown.find(({ successor }) => successor === key.id)?.id ?? null,
        status: this.keyStatus(key),
      })),
    };
  }
}

const text = (value: unknown) => JSON.stringify(value, undefined, 1);

const readView = (account: Account, now: number) => {
  const view = accountView(account, { PLANS: plans, ACCOUNTS: limits }, now);
  return {
    suspended: view.suspended_at !== null,
    changes_left: view.limits.changes_left,
    keys: view.keys.map(({ start, ...key }) => key),
  };
};

/** How often each is tried. */
const weights = { create: 5, rotate: 4, revoke: 2, rename: 2, resume: 3, suspend: 1 };

const step = fc.record({
  act: fc.constantFrom(
    ...Object.entries(weights).flatMap(([act, count]) => Array(count).fill(act)),
  ),
  /** The key, counted from the newest. */
  index: fc.oneof(fc.nat(4), fc.nat(40)),
  name: fc.constantFrom('laptop', 'server', 'ci'),
  /** The lifetime of a key, or its grace period. */
  lifeMs: fc.constantFrom(Infinity, 0, hourMs, 7 * dayMs),
  passes: fc.oneof(fc.nat(minuteMs), fc.nat(minuteMs), fc.nat(hourMs), fc.nat(dayMs)),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** The step's changes of the model and of the account. */
const actOn = (
  { act, index, name, lifeMs }: Step,
  ids: readonly string[],
  { id: newId, stored }: ReturnType<typeof keyFor>,
): readonly [(model: Model) => void, (account: Account, now: number) => Account] => {
  const id = ids.at(-1 - (index % (ids.length + 1))) ?? 'none';
  const { hash, start } = stored;
  const graceMs = lifeMs === Infinity ? minuteMs : lifeMs;
  switch (act) {
    case 'create':
      return [
        (model) => model.create(newId, name, model.now + lifeMs),
        (account, now) => {
          const end = lifeMs < Infinity && { expires_at: new Date(now + lifeMs).toISOString() };
          return withKey(account, { ...stored, ...end }, limits, now);
        },
      ];
    case 'rotate':
      return [
        (model) => model.rotate(id, newId, graceMs),
        (account, now) => rotated(account, id, { hash, start, graceMs }, limits, now),
      ];
    case 'revoke':
      return [(model) => model.revoke(id), (account, now) => revoked(account, id, now)];
    case 'rename':
      return [
        (model) => model.rename(id, name),
        (account, now) => renamed(account, id, name, limits, now),
      ];
    case 'suspend':
      return [(model) => Object.assign(model, { suspended: true }), suspended];
    default:
      return [(model) => Object.assign(model, { suspended: false }), resumed];
  }
};

const tryTo = <Result>(work: () => Result) => {
  try {
    return { result: work() };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { rejected: error };
  }
};

test('after any sequence of changes, an account equals a simple model', () => {
  const steps = fc.array(step, { minLength: 100, maxLength: 150, size: 'max' });
  fc.assert(
    fc.property(steps, (steps) => {
      const model = new Model();
      const ids: string[] = [];
      let account = newAccount({ ...ref, plan: 'free' }, model.now);
      for (const input of steps) {
        model.now += input.passes;
        const key = keyFor(ref, input.name);
        const [predict, act] = actOn(input, ids, key);
        const before = JSON.stringify(account);
        const { result, rejected } = tryTo(() => act(account, model.now));
        const predicted = tryTo(() => predict(model)).rejected;
        expectIdentical(`${input.act} ${rejected?.kind}`, `${input.act} ${predicted?.kind}`);
        expectIdentical(rejected?.message.includes(String(predicted?.message)) ?? true, true);
        expectIdentical(JSON.stringify(account), before);
        if (result && result !== account) {
          expectIdentical(result.changed_at > account.changed_at, true);
          // A repeated change is recognized.
          expectIdentical(act(result, model.now), result);
          // Writing drops keys.
          model.keys = model.shownKeys();
          account = result;
          expectIdentical(account.keys.length, model.keys.length);
          if (account.keys.some(({ hash }) => hash === key.stored.hash)) ids.push(key.id);
        }
        // Comparing texts is faster.
        expectIdentical(text(readView(account, model.now)), text(model.view()));
      }
    }),
    { numRuns: 30, endOnFailure: true },
  );
});

test('a rotation, a rename and the store keep attributes that only a later version knows', () => {
  const { id, stored } = keyFor(ref);
  const { hash, start: secretStart } = keyFor(ref).stored;
  const later = { created_at: '2030-01-01T12:00:00.000Z', later: 'an attribute' };
  const keys = [{ ...stored, ...later }];
  const account = { ...newAccount({ ...ref, plan: 'free' }, start), ...later, keys };
  expect(parseAccount(toAccountItem(account))).toEqual(account);
  const secret = { hash, start: secretStart, graceMs: 0 };
  for (const changed of [
    rotated(account, id, secret, limits, start),
    renamed(account, id, 'b', limits, start),
  ]) {
    for (const kept of [changed, ...changed.keys]) expect(kept).toHaveProperty('later');
  }
});

test('of more than twenty keys that ended, the oldest cannot be renamed', () => {
  const keys = Array.from({ length: 21 }, (_, at) => ({
    ...keyFor(ref).stored,
    created_at: new Date(start).toISOString(),
    expires_at: new Date(start + at).toISOString(),
  }));
  const account = { ...newAccount({ ...ref, plan: 'free' }, start), keys };
  const [oldest, second] = keys.map(({ hash }) => keyId(ref.id, hash));
  expect(renamed(account, second ?? '', 'b', limits, start + hourMs).keys).toHaveLength(20);
  expect(() => renamed(account, oldest ?? '', 'b', limits, start + hourMs)).toThrow('no such key');
});

test('a tombstone has neither address nor keys, and never changes', () => {
  const facts = { ...ref, email: 'someone@example.com', plan: 'free' };
  const account = withKey(newAccount(facts, start), keyFor(ref).stored, limits, start);
  const tombstone = {
    ...ref,
    created_at: '2030-01-01T12:00:00.000Z',
    changed_at: '2030-01-01T13:00:00.000Z',
    deleted_at: '2030-01-01T13:00:00.000Z',
  };
  const later = start + hourMs;
  expect(deleted(ref, account, later)).toEqual(tombstone);
  const { suspended_at = '' } = suspended(account, start);
  expect(deleted(ref, suspended(account, start), later)).toEqual({ ...tombstone, suspended_at });
  const neverOpened = { ...tombstone, created_at: tombstone.deleted_at };
  expect(deleted(ref, undefined, later)).toEqual(neverOpened);
  const gone = deleted(ref, account, later);
  expect(deleted(ref, gone, later + 1)).toBe(gone);
});

test('the daily limit resets at midnight UTC, and lagging clocks do not reset it again', () => {
  const few = { activeKeys: 5, changesPerDay: 1 };
  const { id, stored } = keyFor(ref);
  const account = withKey(newAccount({ ...ref, plan: 'free' }, start), stored, few, start);
  const midnight = Date.parse('2030-01-02T00:00:00Z');
  const rename = (seen: Account, name: string, now: number) => renamed(seen, id, name, few, now);
  expect(() => rename(account, 'b', midnight - 1_500)).toThrow(
    expect.objectContaining({ kind: 'limit', retryAfterSeconds: 2 }),
  );
  const next = rename(account, 'b', midnight);
  expect(() => rename(next, 'c', midnight - 1)).toThrow();
  expect(revoked(next, id, midnight - 1).changed_at > next.changed_at).toBe(true);
  expect(deleted(ref, next, midnight - 1).changed_at > next.changed_at).toBe(true);
});
