import { randomUUID } from 'node:crypto';
import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { type Account, readAccount, type Tombstone } from '../../../functions/accounts/account.ts';
import { accountStore, accountToItem } from '../../../functions/accounts/account-store.ts';
import {
  deleted,
  newAccount,
  Rejected,
  requireAccount,
  revoked,
  rotated,
  withEmail,
  withKey,
  withPlan,
} from '../../../functions/accounts/changes.ts';
import { dynamodb } from '../../../functions/aws/dynamodb.ts';
import { randomAccountId } from '../../../functions/keys/format.ts';
import { accountTable, keyFor, limits, refOf, startTables } from '../../support/account-tables.ts';
import { atEnd } from '../../support/at-end.ts';
import type { Fault } from '../../support/dynamodb-wire.ts';
import { stretchTimeouts } from '../../support/patience.ts';

const database = await startTables();
const client = dynamodb();
atEnd(() => client.destroy());
const store = accountStore(client, accountTable);
const restoreTimeouts = stretchTimeouts();

beforeEach(() => {
  jest.spyOn(console, 'info').mockImplementation(() => {});
});

afterEach(() => {
  jest.restoreAllMocks();
});

const logged = () => jest.mocked(console.info).mock.calls.flat();
const stored = (id: string) => readAccount(database.client, accountTable, id);

type Stored = Account | Tombstone | undefined;
type Step = (seen: Stored, now: number) => Account | Tombstone;

/** Stores an account with so many keys. */
const openWithKeys = async (count: number): Promise<Account> => {
  const ref = refOf(randomUUID());
  const opened = newAccount({ ...ref, email: 'old@example.com', plan: 'free' }, Date.now());
  const { created_at } = opened;
  const keys = Array.from({ length: count }, () => ({ ...keyFor(ref).stored, created_at }));
  const Item = accountToItem({ ...opened, keys });
  await database.client.send(new PutItemCommand({ TableName: accountTable, Item }));
  return { ...opened, keys };
};

const idOf = ({ id, keys }: Account, index: number) => `${id}-${keys.at(index)?.hash.slice(0, 8)}`;

test.each([
  ['plan', withPlan, 'scale'],
  ['address', withEmail, 'new@example.com'],
])(
  'a change of the %s is one consistent read and one write, or no write if nothing changes',
  async (change, withIt, value) => {
    const { traffic } = database.wire;
    const account = await openWithKeys(1);
    traffic.length = 0;
    for (let time = 0; time < 2; time += 1) {
      await store.change(account, { change }, (seen, now) => withIt(seen, value, now));
    }
    expect(traffic.map(({ operation, input }) => [operation, input.ConsistentRead])).toEqual([
      ['GetItem', true],
      ['PutItem', undefined],
      ['GetItem', true],
    ]);
    expect(logged()).toEqual([{ account: account.id, change }]);
  },
);

const steps: Readonly<Record<string, (account: Account) => Step>> = {
  add: (account) => {
    const { stored } = keyFor(account);
    return (seen, now) => withKey(requireAccount(seen), stored, limits, now);
  },
  rotate: (account) => {
    const { hash, start } = keyFor(account).stored;
    return (seen, now) =>
      rotated(requireAccount(seen), idOf(account, 0), { hash, start, graceMs: 1_000 }, limits, now);
  },
  revoke: (account) => (seen, now) => revoked(requireAccount(seen), idOf(account, 0), now),
  plan: () => (seen, now) => withPlan(requireAccount(seen), 'scale', now),
  delete: (account) => (seen, now) => deleted(account, seen, now),
};

const pairs = Object.keys(steps).flatMap((one, index, names) =>
  names.slice(index).map((other) => [one, other] as const),
);

test.each(pairs)('of concurrent %s and %s, each confirmed change holds', async (...pair) => {
  const account = await openWithKeys(2);
  const both = pair.map((name) => steps[name]?.(account) as Step);
  const done = await Promise.allSettled(
    both.map((step, index) => store.put(account, { change: String(pair[index]) }, step)),
  );
  const after = await stored(account.id);
  expect(done.some(({ status }) => status === 'fulfilled')).toBe(true);
  for (const [index, outcome] of done.entries()) {
    if (outcome.status === 'rejected') {
      expect(outcome.reason).toBeInstanceOf(Rejected);
      continue;
    }
    // Unless the other change came later.
    try {
      expect((both[index] as Step)(after, Date.now())).toBe(after);
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
    }
  }
  // If both are the same, one finds nothing to change.
  const once = pair[0] === pair[1] && !/add|rotate/.test(pair[0]);
  expect(logged().length).toBeLessThanOrEqual(once ? 1 : 2);
});

/** A change of an account of its own, and which of its calls fail. */
interface Case {
  readonly id: string;
  readonly name: string;
  readonly step: Step;
  readonly before: Account | undefined;
  readonly first: number;
  readonly last: number;
  calls: number;
}

/** Not made, made without confirmation, made after the time-out, and not made for sure. */
const faults: readonly (readonly [string, Fault])[] = [
  ['fails', { status: 500, type: 'InternalServerError' }],
  ['loses its answer', 'lose answer'],
  ['is made too late', 'late call'],
  ['is refused', { status: 400, type: 'AccessDeniedException' }],
];

/** The calls that fail: all, only the first attempt to write, or each. */
const positions: readonly Pick<Case, 'first' | 'last'>[] = [
  { first: 0, last: Infinity },
  { first: 1, last: 1 },
  { first: 1, last: Infinity },
];

test.each(faults)('if a call %s, a change is made entirely or not at all', async (_, fault) => {
  const { wire } = database;
  const cases: Case[] = [];
  for (const position of positions) {
    const id = randomAccountId();
    const open: Step = (seen, now) => seen ?? newAccount({ id, plan: 'free' }, now);
    cases.push({ id, name: 'open', step: open, before: undefined, ...position, calls: 0 });
    for (const [name, stepOf] of Object.entries(steps)) {
      const before = await openWithKeys(2);
      cases.push({ id: before.id, name, step: stepOf(before), before, ...position, calls: 0 });
    }
  }
  const byId = new Map(cases.map((one) => [one.id, one]));
  wire.fault = ({ input }) => {
    const { id } = (input.Key ?? input.Item) as { readonly id: { readonly S: string } };
    const one = byId.get(id.S);
    const index = one ? one.calls++ : 0;
    return one && index >= one.first && index <= one.last ? fault : undefined;
  };
  const put = ({ id, name, step }: Case) => store.put({ id }, { change: name }, step);
  // Concurrently, since some wait until a time-out.
  restoreTimeouts();
  const outcomes = await Promise.allSettled(cases.map(put));
  stretchTimeouts();
  wire.fault = undefined;
  await wire.settled();

  for (const [index, one] of cases.entries()) {
    const { id, name, step, before, first, last } = one;
    const after = await stored(id);
    const done = after !== undefined && step(after, Date.now()) === after;
    const lines = logged().filter(({ account }) => account === id);
    expect({
      what: [name, first, last],
      // A confirmed change holds; any other holds entirely or not at all.
      confirmed: done || outcomes[index]?.status === 'rejected',
      stored: done || after,
      // Each change is logged once.
      logged: done ? lines.length === 1 : lines.every(({ unconfirmed }) => unconfirmed),
    }).toEqual({
      what: expect.anything(),
      confirmed: true,
      stored: done || before,
      logged: true,
    });
    expect(await put(one)).toEqual(await stored(id));
  }
});

test('an account of another user with the same id is not accessible', async () => {
  const { id } = await openWithKeys(0);
  const other = { id, sub: 'another' };
  const collision = { code: 'ACCOUNT_COLLISION' };
  await expect(store.read(other)).rejects.toMatchObject(collision);
  await expect(
    store.put(other, { change: 'delete' }, (seen, now) => deleted(other, seen, now)),
  ).rejects.toMatchObject(collision);
  expect((await stored(id))?.deleted_at).toBeUndefined();
});

test('of two that open an account at once, one does', async () => {
  const ref = refOf('twice');
  const open: Step = (seen, now) => seen ?? newAccount({ ...ref, plan: 'free' }, now);
  await Promise.all([1, 2].map(() => store.put(ref, { change: 'open' }, open)));
  expect(logged()).toHaveLength(1);
});
