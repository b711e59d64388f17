import { setTimeout } from 'node:timers/promises';
import { type DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import type { Account } from '../../../functions/accounts/account.ts';
import { itemOf } from '../../../functions/accounts/account-item.ts';
import { accountRecordOf } from '../../../functions/accounts/account-record.ts';
import {
  type AccountStore,
  accountStore,
  Contended,
  findAccount,
} from '../../../functions/accounts/account-store.ts';
import {
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
import { dynamodb } from '../../../functions/aws/dynamodb.ts';
import { localCredentials } from '../../../lib/local/local-tables.ts';
import {
  accountTables,
  keyToAdd,
  limits,
  openAccount,
  recordsOf,
  startAccountDatabase,
} from '../../account-tables.ts';
import type { Call, Fault } from '../../dynamodb-wire.ts';
import { type KeyDatabase, readsOf } from '../../key-table.ts';

let database: KeyDatabase;
let store: AccountStore;
let time = Date.parse('2030-01-01T00:00:00Z');
const now = () => time;
const { accountTable, keyTable } = accountTables;

/** A client as the functions have it, which goes by the wire. */
const wiredClient = () => dynamodb();

/** The accounts as another function sees them. */
const anotherStore = (client: DynamoDBClient = wiredClient()) =>
  accountStore(client, accountTables, now);

beforeAll(async () => {
  database = await startAccountDatabase();
  Object.assign(process.env, localCredentials, { AWS_ENDPOINT_URL_DYNAMODB: database.wire.url });
  store = anotherStore();
});

afterAll(() => database.close());

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  time += 60_000;
  database.wire.calls.length = 0;
});

afterEach(() => {
  jest.restoreAllMocks();
  database.wire.fault = undefined;
});

/** Expects that the records say what the account says, and that the item holds the account. */
const expectSettled = async (account: Account) => {
  expect(account.pending).toEqual([]);
  expect(await findAccount(database.client, accountTable, account.id)).toEqual(account);
  const records = await recordsOf(database, account);
  expect([...records.keys()].sort()).toEqual(account.keys.map(({ id }) => id).sort());
  for (const key of account.keys) {
    const record = records.get(key.id);
    const changed_at = String(record?.changed_at);
    expect(changed_at <= account.changed_at).toBe(true);
    expect(record).toEqual({ ...accountRecordOf(account, key), changed_at });
  }
};

/** Expects that a read leaves nothing to be done, and gives what it read. */
const expectMended = async (id: string): Promise<Account> => {
  const account = await anotherStore(database.client).read(id);
  if (!account) throw new Error('There is no account.');
  await expectSettled(account);
  return account;
};

type Step = (account: Account, time: number) => Account;

const add =
  (key = keyToAdd()): Step =>
  (account, time) =>
    withKey(account, key, limits, time);

/** An account with so many keys. */
const openWithKeys = async (count: number): Promise<Account> => {
  // Past the wire, which takes its time.
  const store = anotherStore(database.client);
  const { id } = await openAccount(store);
  const steps = Array.from({ length: count }, () => add());
  return store.change(id, (account, time) =>
    steps.reduce((changed, step, index) => step(changed, time + index), account),
  );
};

const idOf = (account: Account, index: number): string => String(account.keys.at(index)?.id);

test('what an account becomes is kept, and the records of its keys follow', async () => {
  const { id } = await openAccount(store);
  const [first, second, third] = [keyToAdd(), keyToAdd(), keyToAdd()];
  const steps: Step[] = [
    add(first),
    add(second),
    (account, time) => renamed(account, first.id, 'other', limits, time),
    (account, time) => rotated(account, first.id, { key: third, graceMs: 1_000 }, limits, time),
    (account, time) => revoked(account, second.id, time),
    (account, time) => withEmail(account, 'other@example.com', time),
    (account, time) => withPlan(account, 'scale', time),
    suspended,
    resumed,
    deleted,
  ];
  for (const step of steps) {
    time += 1_000;
    const account = await store.change(id, step);
    await expectSettled(account);
    expect(await store.read(id)).toEqual(account);
  }
});

test('what is so already is not written', async () => {
  const { id } = await openWithKeys(1);
  database.wire.calls.length = 0;
  await store.change(id, resumed);
  expect(database.wire.calls).toEqual(['GetItem']);
});

test('who reads accounts sees what was written last', async () => {
  const { id } = await openAccount(store);
  database.wire.traffic.length = 0;
  await store.read(id);
  await store.list();
  expect(readsOf(database.wire)).toEqual([
    ['GetItem', true],
    ['Scan', true],
  ]);
});

test('there is no account before it is made, and it is made once', async () => {
  expect(await store.read('nobody')).toBeUndefined();
  await expect(store.change('nobody', suspended)).rejects.toThrow(
    expect.objectContaining({ reason: 'no_account' }),
  );
  const facts = { id: 'at once', email: 'a@example.com', plan: 'free' };
  const made = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      anotherStore().put(facts.id, (seen, time) => seen ?? newAccount(facts, time + index)),
    ),
  );
  for (const account of made) expect(account).toEqual(made[0]);
});

test('of 12 keys made at once, as many are made as there may be', async () => {
  const { id } = await openAccount(store);
  const keys = Array.from({ length: 12 }, () => keyToAdd());
  const stores = [anotherStore(), anotherStore(), anotherStore()];
  /** Whoever is answered 503, because so many are there that DynamoDB keeps some waiting, comes again. */
  const insist = async (key: (typeof keys)[0], by: AccountStore): Promise<Account> => {
    try {
      return await by.change(id, add(key));
    } catch (error) {
      const { name } = error as Error;
      if (error instanceof Contended || name === 'TimeoutError') return insist(key, by);
      throw error;
    }
  };
  const done = await Promise.allSettled(
    keys.map((key, index) => insist(key, stores[index % 3] as AccountStore)),
  );
  const made = keys.filter((_, index) => done[index]?.status === 'fulfilled');
  expect(made).toHaveLength(limits.activeKeys);
  for (const outcome of done) {
    if (outcome.status === 'rejected') {
      expect(outcome.reason).toBeInstanceOf(Refused);
      expect(outcome.reason.reason).toBe('too_many_keys');
    }
  }
  const account = await expectMended(id);
  expect(account.keys.map((key) => key.id).sort()).toEqual(made.map((key) => key.id).sort());
  expect(account.changes.count).toBe(limits.activeKeys);
});

test('of more changes at once than a day has, none too many is made', async () => {
  const few = { activeKeys: 5, changesPerDay: 4 };
  const account = await openWithKeys(1);
  const renames = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) =>
    anotherStore().change(account.id, (seen, time) =>
      renamed(seen, idOf(account, 0), name, few, time),
    ),
  );
  const done = await Promise.allSettled(renames);
  // The key itself was a change.
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect((await expectMended(account.id)).changes.count).toBe(4);
});

const everything: Readonly<Record<string, (account: Account) => Step>> = {
  add: () => add(),
  rename: (opened) => (account, time) => renamed(account, idOf(opened, 0), 'new', limits, time),
  rotate: (opened) => {
    const rotation = { key: keyToAdd(), graceMs: 3_600_000 };
    return (account, time) => rotated(account, idOf(opened, 0), rotation, limits, time);
  },
  revoke: (opened) => (account, time) => revoked(account, idOf(opened, 0), time),
  plan: () => (account, time) => withPlan(account, 'scale', time),
  address: () => (account, time) => withEmail(account, 'new@example.com', time),
  suspend: () => suspended,
  delete: () => deleted,
};

/** Each with itself, and with the next. */
const pairs = Object.keys(everything).flatMap((one, index, names) => [
  [one, one] as const,
  [one, String(names[(index + 1) % names.length])] as const,
]);

test('of two changes at once, what is done is there', async () => {
  const stores = [anotherStore(database.client), anotherStore(database.client)];
  for (const pair of pairs) {
    const opened = await openWithKeys(2);
    const steps = pair.map((name) => everything[name]?.(opened) as Step);
    const done = await Promise.allSettled(
      steps.map((step, index) => (stores[index] as AccountStore).change(opened.id, step)),
    );
    expect([pair, done.some(({ status }) => status === 'fulfilled')]).toEqual([pair, true]);
    const account = await expectMended(opened.id);
    const outcomes = done.map((outcome, index) => ({ outcome, step: steps[index] as Step }));
    for (const { outcome, step } of outcomes) {
      if (outcome.status === 'rejected') {
        expect([pair, outcome.reason]).toEqual([pair, expect.any(Refused)]);
        continue;
      }
      // It is so, unless what the other did goes beyond it: then it is refused.
      try {
        expect([pair, step(account, time) === account]).toEqual([pair, true]);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
      }
    }
  }
});

const of =
  (operation: string, table: string) =>
  ({ operation: called, input }: Call): boolean =>
    called === operation && input.TableName === table;

/** The calls of a change, in their order. */
const callsOfChange = {
  'the read of the account': of('GetItem', accountTable),
  'the write of the account': of('PutItem', accountTable),
  'the writes of the records': of('PutItem', keyTable),
  'the end of it': of('UpdateItem', accountTable),
};

const failing = { status: 500, type: 'InternalServerError' } as const;

const faults: Readonly<Record<string, Fault>> = {
  'meets a DynamoDB that hangs': 'hang',
  'is cut off': 'reset',
  'is done, and the answer lost': 'lose answer',
  'is done when nobody waits any more': 'late call',
  'is done twice': 'twice',
  'is refused': { status: 400, type: 'AccessDeniedException' },
  fails: failing,
  'fails after it was done': { ...failing, applied: true },
};

const disturbed = Object.entries(callsOfChange).flatMap(([call, isMeant]) =>
  Object.entries(faults).map(([name, fault]) => ({ case: `${call} ${name}`, isMeant, fault })),
);

/** Whose account a call is about. */
const accountOf = ({ input }: Call): string => {
  const { account } = (input.Key ?? input.Item) as { readonly account: { readonly S: string } };
  return account.S;
};

test('nothing is half made where a call is disturbed, whichever it is and whatever happens to it', async () => {
  const { wire } = database;
  const cases = [];
  for (const disturbance of disturbed) {
    cases.push({ ...disturbance, before: await openWithKeys(1), key: keyToAdd() });
  }
  type Case = (typeof cases)[number];
  /** A change of two records: the new key's, and the old one's. */
  const stepOf =
    ({ before, key }: Case): Step =>
    (account, time) =>
      rotated(account, idOf(before, 0), { key, graceMs: 3_600_000 }, limits, time);
  const byAccount = new Map(cases.map((one) => [one.before.id, one]));
  wire.fault = (call) => {
    const meant = byAccount.get(accountOf(call));
    return meant?.isMeant(call) ? meant.fault : undefined;
  };
  // All at once, since some of them wait for long.
  const done = await Promise.allSettled(
    cases.map((one) => store.change(one.before.id, stepOf(one))),
  );
  wire.fault = undefined;
  await wire.settled();

  for (const [index, one] of cases.entries()) {
    const { case: name, before, key } = one;
    const outcome = done[index];
    const made = outcome?.status === 'fulfilled' ? outcome.value : undefined;
    if (outcome?.status === 'rejected') {
      expect([name, outcome.reason]).not.toEqual([name, expect.any(Refused)]);
    }
    if (made) {
      const { pending, ...rest } = made;
      const stored = await findAccount(database.client, accountTable, before.id);
      expect({ name, ...stored, pending }).toEqual({ name, ...rest, pending });
    }
    const account = await expectMended(before.id);
    if (made) expect([name, account.keys]).toEqual([name, made.keys]);
    expect([name, ...account.keys.map(({ id }) => id)]).toEqual(
      account.changed_at === before.changed_at
        ? [name, idOf(before, 0)]
        : [name, idOf(before, 0), key.id],
    );
    // Whoever was not told tries again, and makes no more of it.
    const { keys, pending } = await store.change(before.id, stepOf(one));
    expect([name, keys.length, pending]).toEqual([name, 2, []]);
  }
});

test('a change whose first answer is lost is made once, and succeeds', async () => {
  const { id } = await openAccount(store);
  const { wire } = database;
  let lost = false;
  wire.fault = (call) => {
    if (lost || !callsOfChange['the write of the account'](call)) return undefined;
    lost = true;
    return 'lose answer';
  };
  const account = await store.change(id, add());
  expect(lost).toBe(true);
  expect(account.keys).toHaveLength(1);
  expect(account.changes.count).toBe(1);
  await expectSettled(account);
});

test('a key whose making nobody was told of is listed, and can be revoked', async () => {
  const { id } = await openAccount(store);
  database.wire.fault = (call) =>
    callsOfChange['the write of the account'](call) ? 'lose answer' : undefined;
  await expect(store.change(id, add())).rejects.toThrow();
  database.wire.fault = undefined;
  const { keys } = await expectMended(id);
  expect(keys).toHaveLength(1);
  await store.change(id, (account, time) => revoked(account, String(keys[0]?.id), time));
  expect((await expectMended(id)).keys[0]?.revoked_at).toBeDefined();
});

/** A store whose writes of records wait. */
const slowStore = () => {
  const client = wiredClient();
  const { promise, resolve } = Promise.withResolvers<void>();
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  client.middlewareStack.add(
    (next) => async (args) => {
      if ((args.input as { readonly TableName?: string }).TableName === keyTable) {
        reach();
        await promise;
      }
      return next(args);
    },
    { step: 'initialize' },
  );
  return { store: anotherStore(client), reached, goOn: resolve };
};

test('a record that comes late does not undo what came after it', async () => {
  const { id } = await openAccount(store);
  const slow = slowStore();
  const adding = slow.store.change(id, add());
  await slow.reached;
  const account = await store.change(id, suspended);
  await expectSettled(account);
  slow.goOn();
  await adding;
  const [record] = (await recordsOf(database, account)).values();
  expect(record).toMatchObject({
    revoked_at: account.suspended_at,
    suspended_at: account.suspended_at,
  });
  await expectMended(id);
});

test('a record that comes late where the newer one is missing is replaced by the next read', async () => {
  const { id } = await openAccount(store);
  const slow = slowStore();
  const adding = slow.store.change(id, add());
  await slow.reached;
  database.wire.fault = (call) =>
    callsOfChange['the writes of the records'](call) ? failing : undefined;
  const account = await store.change(id, suspended);
  expect(account.pending).toHaveLength(1);
  database.wire.fault = undefined;
  slow.goOn();
  await adding;
  await expectMended(id);
});

test('of several records, those that were written are not written again', async () => {
  const account = await openWithKeys(3);
  const last = idOf(account, 2);
  database.wire.fault = ({ operation, input }) => {
    const { id } = (input.Item ?? {}) as { readonly id?: { readonly S: string } };
    return operation === 'PutItem' && id?.S === last ? failing : undefined;
  };
  const changed = await store.change(account.id, (seen, time) => withPlan(seen, 'scale', time));
  expect(changed.pending).toContain(last);
  database.wire.fault = undefined;
  await store.read(account.id);
  database.wire.calls.length = 0;
  await store.read(account.id);
  expect(database.wire.calls).toEqual(['GetItem']);
  await expectMended(account.id);
});

test('a deletion that could not revoke all keys goes on when it is made again', async () => {
  const { id } = await openWithKeys(2);
  database.wire.fault = (call) =>
    callsOfChange['the writes of the records'](call) ? failing : undefined;
  expect((await store.change(id, deleted)).pending).toHaveLength(2);
  expect(console.error).toHaveBeenCalledWith({
    fault: expect.objectContaining({ name: 'InternalServerError' }),
  });
  database.wire.fault = undefined;
  const account = await store.change(id, deleted);
  await expectSettled(account);
  expect(account.keys.every(({ revoked_at }) => revoked_at === account.deleted_at)).toBe(true);
});

test('who loses every race gives up, and has done nothing', async () => {
  const { id } = await openAccount(store);
  const client = wiredClient();
  let changes = 0;
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName === 'PutItemCommand') {
          // So that it loses few races, and each for long.
          await setTimeout(500);
          changes += 1;
          const email = `${changes}@example.com`;
          await store.change(id, (account, time) => withEmail(account, email, time));
        }
        return next(args);
      },
    { step: 'initialize' },
  );
  await expect(anotherStore(client).change(id, add())).rejects.toBeInstanceOf(Contended);
  expect(await expectMended(id)).toMatchObject({ email: `${changes}@example.com`, keys: [] });
});

test('an account with as many keys as it may hold, whose names are as long as can be, is kept', async () => {
  const { id } = await openAccount(store);
  const name = '👋'.repeat(100);
  const end = '2030-01-01T00:00:00.000Z';
  const keys = Array.from({ length: mostKeys }, () => ({
    ...keyToAdd(name),
    created_at: end,
    expires_at: end,
    revoked_at: end,
    successor: '0'.repeat(16),
  }));
  const behind = keys.slice(0, 35).map((key) => key.id);
  const account = await store.change(id, (seen, time) => ({
    ...suspended(seen, time),
    keys,
    pending: behind,
  }));
  expect(account).toMatchObject({ keys, pending: [] });
  expect(await findAccount(database.client, accountTable, id)).toEqual(account);
  expect([...(await recordsOf(database, account)).keys()].sort()).toEqual(behind.sort());
});

test('all accounts are listed, the oldest first, over as many pages as it takes', async () => {
  const before = (await store.list()).length;
  const accounts = Array.from({ length: 12 }, (_, index) => ({
    ...newAccount({ id: `listed-${index}`, email: 'a@example.com', plan: 'free' }, time + index),
    note: 'x'.repeat(100_000),
  }));
  for (const account of accounts) {
    const Item = itemOf(account);
    await database.client.send(new PutItemCommand({ TableName: accountTable, Item }));
    const day = { ...Item, item: { S: 'day#2030-01-01' } };
    await database.client.send(new PutItemCommand({ TableName: accountTable, Item: day }));
  }
  database.wire.calls.length = 0;
  expect((await store.list()).slice(before)).toEqual(accounts);
  expect(database.wire.calls.length).toBeGreaterThan(1);
});
