/** That what is done to an account holds at the key check: at once where nobody remembers the key, and within a minute everywhere. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Account } from '../../../functions/accounts/account.ts';
import { type AccountStore, accountStore } from '../../../functions/accounts/account-store.ts';
import {
  deleted,
  resumed,
  revoked,
  rotated,
  suspended,
  withKey,
  withPlan,
} from '../../../functions/accounts/changes.ts';
import { keyStart } from '../../../functions/keys/format.ts';
import { cacheTtl, issuedPolicy } from '../../../functions/keys/issued.ts';
import { issuerSecret } from '../../../functions/keys/issuer-secret.ts';
import { keyRecords } from '../../../functions/keys/key-reader.ts';
import { newKey } from '../../../functions/keys/new-key.ts';
import { accountTables, limits, openAccount, startAccountDatabase } from '../../account-tables.ts';
import { type KeyDatabase, plans } from '../../key-table.ts';

let database: KeyDatabase;
let accounts: AccountStore;
let time = Date.parse('2030-01-01T00:00:00Z');
const now = () => time;

beforeAll(async () => {
  database = await startAccountDatabase();
  accounts = accountStore(database.client, accountTables, now);
});

afterAll(() => database.close());

/** The key check of a function that has just started. */
const keyCheck = () => {
  const records = keyRecords(database.client, accountTables.keyTable);
  return issuedPolicy({ stage: 'prod', plans, records, now });
};

const makeKey = async () => {
  const { secret } = await issuerSecret(database.client, accountTables.keyTable).forNewKey();
  const { key, ...facts } = newKey('prod', secret);
  return { key, facts: { ...facts, start: keyStart(key, 'prod') } };
};

/** An account with one key, which one function has seen already. */
const openWithKey = async () => {
  const { id } = await openAccount(accounts);
  const { key, facts } = await makeKey();
  await accounts.change(id, (account, at) => withKey(account, { ...facts, name: 'a' }, limits, at));
  const warm = keyCheck();
  expect(await warm(key)).toMatchObject({ keyId: facts.id, plan: { name: 'free' } });
  return { id, key, keyId: facts.id, warm };
};

test.each<[string, (account: Account, at: number, keyId: string) => Account]>([
  ['revoked', (account, at, keyId) => revoked(account, keyId, at)],
  ['of a suspended account', suspended],
  ['of a deleted account', deleted],
])('a key that is %s is refused', async (_, change) => {
  const { id, key, keyId, warm } = await openWithKey();
  await accounts.change(id, (account, at) => change(account, at, keyId));
  expect(await keyCheck()(key)).toBeUndefined();
  time += cacheTtl;
  expect(await warm(key)).toBeUndefined();
});

test('a rotated key is accepted for its grace, and its successor at once', async () => {
  const { id, key, keyId, warm } = await openWithKey();
  const { key: successor, facts } = await makeKey();
  const rotation = { key: facts, graceMs: 3_600_000 };
  await accounts.change(id, (account, at) => rotated(account, keyId, rotation, limits, at));
  expect(await warm(successor)).toMatchObject({ keyId: facts.id });
  time += cacheTtl;
  expect(await warm(key)).toBeDefined();
  time += 3_600_000;
  expect(await warm(key)).toBeUndefined();
  expect(await warm(successor)).toBeDefined();
});

test('keys follow their account to another plan, and back from a suspension', async () => {
  const { id, key, warm } = await openWithKey();
  await accounts.change(id, (account, at) => withPlan(account, 'scale', at));
  time += cacheTtl;
  expect(await warm(key)).toMatchObject({ plan: { name: 'scale', limit: 6_000 } });
  await accounts.change(id, suspended);
  await accounts.change(id, resumed);
  expect(await keyCheck()(key)).toMatchObject({ plan: { name: 'scale' } });
  time += cacheTtl;
  expect(await warm(key)).toMatchObject({ plan: { name: 'scale' } });
});
