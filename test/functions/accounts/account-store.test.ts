import { ScanCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Account } from '../../../functions/accounts/account.ts';
import { accountRecordOf } from '../../../functions/accounts/account-record.ts';
import { type AccountStore, accountStore } from '../../../functions/accounts/account-store.ts';
import {
  deleted,
  newAccount,
  renamed,
  resumed,
  revoked,
  rotated,
  suspended,
  withKey,
  withPlan,
} from '../../../functions/accounts/changes.ts';
import { recordOf } from '../../../functions/keys/key-record.ts';
import { newKey } from '../../../functions/keys/new-key.ts';
import { accountTables, limits, startAccountDatabase } from '../../account-tables.ts';
import type { KeyDatabase } from '../../key-table.ts';

let database: KeyDatabase;
let store: AccountStore;
let time = Date.parse('2030-01-01T00:00:00Z');
const now = () => time;

beforeAll(async () => {
  database = await startAccountDatabase();
  store = accountStore(database.wiredClient, accountTables, now);
});

afterAll(() => database.close());

beforeEach(() => {
  time += 60_000;
});

afterEach(() => {
  database.wire.fault = undefined;
});

let accounts = 0;

/** An account that nobody else uses. */
const open = async () => {
  accounts += 1;
  const facts = { id: `account-${accounts}`, email: `${accounts}@example.com`, plan: 'free' };
  return store.put(facts.id, (seen, time) => seen ?? newAccount(facts, time));
};

const key = (name = 'a key') => {
  const { key, ...facts } = newKey('prod', 'secret');
  return { ...facts, start: key.slice(0, 13), name };
};

/** The records of an account's keys, by their ids. */
const records = async ({ id }: Account) => {
  const { Items = [] } = await database.client.send(
    new ScanCommand({ TableName: accountTables.keyTable, ConsistentRead: true }),
  );
  const own = Items.map(recordOf).filter(({ account }) => account === id);
  return Object.fromEntries(own.map((record) => [record.id, record]));
};

/** Expects that the records say what the account says, and that it knows no more of them than it should. */
const expectRecords = async (account: Account) => {
  expect(account.pending).toEqual([]);
  const stored = await records(account);
  expect(Object.keys(stored).sort()).toEqual(account.keys.map(({ id }) => id).sort());
  for (const key of account.keys) {
    const changed_at = stored[key.id]?.changed_at as string;
    expect(changed_at <= account.changed_at).toBe(true);
    expect(stored[key.id]).toEqual({ ...accountRecordOf(account, key), changed_at });
  }
};

test('what an account becomes is kept, and the records of its keys follow', async () => {
  const { id } = await open();
  const [first, second, third] = [key('first'), key('second'), key('third')];
  const steps: ((account: Account, time: number) => Account)[] = [
    (account, time) => withKey(account, first, limits, time),
    (account, time) => withKey(account, second, limits, time),
    (account, time) => renamed(account, first.id, 'other', limits, time),
    (account, time) => rotated(account, first.id, { key: third, graceMs: 1_000 }, limits, time),
    (account, time) => revoked(account, second.id, time),
    (account, time) => withPlan(account, 'scale', time),
    (account, time) => suspended(account, time),
    (account, time) => resumed(account, time),
    (account, time) => deleted(account, time),
  ];
  for (const step of steps) {
    time += 1_000;
    const account = await store.change(id, step);
    expect(await store.read(id)).toEqual(account);
    await expectRecords(account);
  }
  expect((await store.list()).map((account) => account.id)).toContain(id);
});
