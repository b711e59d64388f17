import { afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import {
  type Account,
  accountToItem,
  readAccount,
  type Tombstone,
} from '../../../functions/accounts/account.ts';
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
import {
  AccountCollision,
  type AccountStore,
  accountStore,
  Contended,
} from '../../../functions/accounts/store.ts';
import { dynamodb } from '../../../functions/aws/dynamodb.ts';
import {
  type AccountDatabase,
  accountTable,
  keyFor,
  limits,
  openAccount,
  refOf,
  startAccountDatabase,
} from '../../support/account-tables.ts';

let database: AccountDatabase;
let store: AccountStore;

beforeAll(async () => {
  database = await startAccountDatabase();
  store = accountStore(database.wiredClient, accountTable);
});

beforeEach(() => {
  jest.spyOn(console, 'info').mockImplementation(() => {});
});

afterEach(() => {
  jest.restoreAllMocks();
  database.wire.fault = undefined;
});

const logged = () => jest.mocked(console.info).mock.calls.flat();
const stored = (id: string) => readAccount(database.client, accountTable, id);

type Stored = Account | Tombstone | undefined;
type Step = (seen: Stored, now: number) => Account | Tombstone;

const add =
  (account: Account, key = keyFor(account)): Step =>
  (seen, now) =>
    withKey(requireAccount(seen), key.stored, limits, now);

const openWithKeys = async (count: number): Promise<Account> => {
  let account = await openAccount(store);
  while (account.keys.length < count) {
    account = requireAccount(await store.put(account, { change: 'create' }, add(account)));
  }
  jest.mocked(console.info).mockClear();
  return account;
};

const idOf = ({ id, keys }: Account, index: number) => `${id}-${keys.at(index)?.hash.slice(0, 8)}`;

test('a change is one consistent read and one write, or no write if nothing changes', async () => {
  const { traffic } = database.wire;
  const account = await openWithKeys(1);
  traffic.length = 0;
  await store.change(account, { change: 'plan' }, (seen, now) => withPlan(seen, 'scale', now));
  await store.change(account, { change: 'plan' }, (seen, now) => withPlan(seen, 'scale', now));
  expect(traffic.map(({ operation, input }) => [operation, input.ConsistentRead])).toEqual([
    ['GetItem', true],
    ['PutItem', undefined],
    ['GetItem', true],
  ]);
  expect(logged()).toEqual([{ account: account.id, change: 'plan' }]);
});

const steps: Readonly<Record<string, (account: Account) => Step>> = {
  add: (account) => add(account),
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

test('a change that loses 8 races fails, without effect', async () => {
  const account = await openAccount(store);
  const client = dynamodb();
  let changes = 0;
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName === 'PutItemCommand') {
          changes += 1;
          const email = `${changes}@example.com`;
          await store.change(account, { change: 'address' }, (seen, now) =>
            withEmail(seen, email, now),
          );
        }
        return next(args);
      },
    { step: 'initialize' },
  );
  const loser = accountStore(client, accountTable);
  await expect(loser.put(account, { change: 'create' }, add(account))).rejects.toThrow(Contended);
  expect(changes).toBe(8);
  expect(await stored(account.id)).toMatchObject({ email: '8@example.com', keys: [] });
  expect(logged().filter(({ change }) => change === 'create')).toEqual([]);
});

test('an item has at most 24 KB, with names of 100 emoji and as many keys as possible', () => {
  const time = '2030-01-01T00:00:00.000Z';
  const [hash, start] = ['f'.repeat(64), 'amp_prod_3fK9'];
  const times = { created_at: time, expires_at: time, revoked_at: time };
  // Twice as many as may be active, and twenty that ended.
  const keys = new Array(2 * limits.activeKeys + 20).fill({
    ...{ hash, start, name: '👋'.repeat(100), successor: hash },
    ...times,
  });
  const email = `${'👋'.repeat(64)}@${'👋'.repeat(255)}`;
  const facts = { ...refOf('large'), sub: 'x'.repeat(255), email, plan: 'x'.repeat(100) };
  const account = { ...newAccount(facts, Date.parse(time)), suspended_at: time, keys };
  const sizes = Object.entries(accountToItem(account)).map(
    ([name, { S = '' }]) => Buffer.byteLength(name) + Buffer.byteLength(S),
  );
  expect(sizes.reduce((sum, bytes) => sum + bytes)).toBeLessThanOrEqual(24 * 1024);
});

test('an account of another user with the same id is not accessible', async () => {
  const { id } = await openAccount(store);
  const other = { id, sub: 'another' };
  await expect(store.read(other)).rejects.toBeInstanceOf(AccountCollision);
  await expect(
    store.put(other, { change: 'delete' }, (seen, now) => deleted(other, seen, now)),
  ).rejects.toBeInstanceOf(AccountCollision);
  expect((await stored(id))?.deleted_at).toBeUndefined();
});
