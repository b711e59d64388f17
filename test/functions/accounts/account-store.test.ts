import { randomUUID } from 'node:crypto';
import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { type Account, readAccount, type Tombstone } from '../../../functions/accounts/account.ts';
import { createAccountStore, toAccountItem } from '../../../functions/accounts/account-store.ts';
import {
  deleted,
  newAccount,
  Refusal,
  requireAccount,
  revoked,
  rotated,
  withEmail,
  withKey,
  withPlan,
} from '../../../functions/accounts/changes.ts';
import { createDynamodb } from '../../../functions/aws/dynamodb.ts';
import { accountTable, keyFor, limits, startTables, toRef } from '../../support/account-tables.ts';
import { atEnd } from '../../support/at-end.ts';
import type { Fault } from '../../support/dynamodb-wire.ts';
import { stretchTimeouts } from '../../support/patience.ts';

const database = await startTables();
const client = createDynamodb();
atEnd(() => client.destroy());
const store = createAccountStore(client, accountTable);
const restoreTimeouts = stretchTimeouts();

beforeEach(() => {
  jest.spyOn(console, 'info').mockImplementation(() => {});
});

afterEach(() => {
  jest.restoreAllMocks();
});

const readLog = () => jest.mocked(console.info).mock.calls.flat();
const stored = (id: string) => readAccount(database.client, accountTable, id);

type Stored = Account | Tombstone | undefined;
type Step = (seen: Stored, now: number) => Account | Tombstone;

/** Begins with a new account of two keys, which is stored unless one of the steps opens it. */
const begin = async (...steps: readonly string[]): Promise<Account> => {
  const ref = toRef(randomUUID());
  const opened = newAccount({ ...ref, email: 'old@example.com', plan: 'free' }, Date.now());
  const { created_at } = opened;
  const keys = Array.from({ length: 2 }, () => ({ ...keyFor(ref).stored, created_at }));
  const account = { ...opened, keys };
  const put = { TableName: accountTable, Item: toAccountItem(account) };
  if (!steps.includes('open')) await database.client.send(new PutItemCommand(put));
  return account;
};

const idAt = ({ id, keys }: Account, index: number) => `${id}-${keys.at(index)?.hash.slice(0, 8)}`;

test.each([
  ['plan', withPlan, 'scale'],
  ['address', withEmail, 'new@example.com'],
])(
  'a change of the %s is one consistent read and one write, or no write if nothing changes',
  async (change, withIt, value) => {
    const { traffic } = database.wire;
    const account = await begin();
    traffic.length = 0;
    for (let time = 0; time < 2; time += 1) {
      await store.change(account, { change }, (seen, now) => withIt(seen, value, now));
    }
    expect(traffic.map(({ operation, input }) => [operation, input.ConsistentRead])).toEqual([
      ['GetItem', true],
      ['PutItem', undefined],
      ['GetItem', true],
    ]);
    expect(readLog()).toEqual([{ account: account.id, change }]);
  },
);

const steps: Readonly<Record<string, (account: Account) => Step>> = {
  open:
    ({ id, sub = '' }) =>
    (seen, now) =>
      seen ?? newAccount({ id, sub, plan: 'free' }, now),
  add: (account) => {
    const { stored } = keyFor(account);
    return (seen, now) => withKey(requireAccount(seen), stored, limits, now);
  },
  rotate: (account) => {
    const { hash, start } = keyFor(account).stored;
    return (seen, now) =>
      rotated(requireAccount(seen), idAt(account, 0), { hash, start, graceMs: 1_000 }, limits, now);
  },
  revoke: (account) => (seen, now) => revoked(requireAccount(seen), idAt(account, 0), now),
  plan: () => (seen, now) => withPlan(requireAccount(seen), 'scale', now),
  delete: (account) => (seen, now) => deleted(account, seen, now),
};

/** Whether a change has nothing left to do, or another one came later. */
const isMade = (step: Step, account: Stored): boolean => {
  try {
    return step(account, Date.now()) === account;
  } catch (error) {
    return error instanceof Refusal;
  }
};

/** Without an account, others than these are refused. */
const alsoWithout = ['open', 'delete'];

const pairs = Object.keys(steps).flatMap((name, index, names) =>
  (name === 'open' ? alsoWithout : names.slice(index)).map((second) => [name, second] as const),
);

test.each(pairs)('of concurrent %s and %s, each holds or is refused', async (...pair) => {
  const account = await begin(...pair);
  const pairSteps = pair.map((name) => steps[name]?.(account) as Step);
  const done = await Promise.allSettled(
    pairSteps.map((step, index) => store.put(account, { change: String(pair[index]) }, step)),
  );
  const after = await stored(account.id);
  expect(done.some(({ status }) => status === 'fulfilled')).toBe(true);
  for (const [index, outcome] of done.entries()) {
    const step = pairSteps[index] as Step;
    if (outcome.status === 'fulfilled') expect(isMade(step, after)).toBe(true);
    else expect(() => step(after, Date.now())).toThrow(outcome.reason);
  }
  // If both are the same, one finds nothing to change.
  const once = pair[0] === pair[1] && !/add|rotate/.test(pair[0]);
  expect(readLog().length).toBeLessThanOrEqual(once ? 1 : 2);
});

/** The calls that fail: all, only the first attempt to write, or each. */
const positions = [
  [0, Infinity],
  [1, 1],
  [1, Infinity],
] as const;

/** Not made, made without confirmation, made after the time-out, and not made for sure. */
test.each<[string, Fault]>([
  ['fails', { status: 500, type: 'InternalServerError' }],
  ['loses its answer', 'lose answer'],
  ['is made too late', 'late call'],
  ['is refused', { status: 400, type: 'AccessDeniedException' }],
])('if a call %s, a change is made entirely or not at all', async (_, fault) => {
  const { wire } = database;
  const started = positions.flatMap(([first, last]) =>
    Object.entries(steps).map(async ([name, toStep]) => {
      const account = await begin(name);
      const { id } = account;
      return { id, name, step: toStep(account), before: await stored(id), first, last, calls: 0 };
    }),
  );
  const cases = await Promise.all(started);
  const byId = new Map(cases.map((testCase) => [testCase.id, testCase]));
  wire.fault = ({ input }) => {
    const { id } = (input.Key ?? input.Item) as { readonly id: { readonly S: string } };
    const testCase = byId.get(id.S);
    const index = testCase ? testCase.calls++ : 0;
    return testCase && index >= testCase.first && index <= testCase.last ? fault : undefined;
  };
  const put = ({ id, name, step }: (typeof cases)[number]) =>
    store.put({ id }, { change: name }, step);
  // Concurrently, since some wait until a time-out.
  restoreTimeouts();
  const outcomes = await Promise.allSettled(cases.map(put));
  stretchTimeouts();
  wire.fault = undefined;
  await wire.settled();

  for (const [index, testCase] of cases.entries()) {
    const { id, name, step, before, first, last } = testCase;
    const after = await stored(id);
    const done = after !== undefined && step(after, Date.now()) === after;
    const lines = readLog().filter(({ account }) => account === id);
    expect({
      testCase: [name, first, last],
      // A confirmed change holds; any other holds entirely or not at all.
      confirmed: done || outcomes[index]?.status === 'rejected',
      stored: done || after,
      // Each change is logged once.
      logged: done ? lines.length === 1 : lines.every(({ unconfirmed }) => unconfirmed),
    }).toEqual({
      testCase: expect.anything(),
      confirmed: true,
      stored: done || before,
      logged: true,
    });
    expect(await put(testCase)).toEqual(await stored(id));
  }
});

test('an account of another user with the same id is not accessible', async () => {
  const { id } = await begin();
  const otherUser = { id, sub: 'another' };
  const collision = { code: 'ACCOUNT_COLLISION' };
  await expect(store.read(otherUser)).rejects.toMatchObject(collision);
  await expect(
    store.put(otherUser, { change: 'delete' }, (seen, now) => deleted(otherUser, seen, now)),
  ).rejects.toMatchObject(collision);
  expect((await stored(id))?.deleted_at).toBeUndefined();
});
