/**
 * Accounts and their keys as stored. In DynamoDB's items, `changes` and `keys` are JSON, and all other attributes are
 * strings. Times are ISO 8601 in UTC with milliseconds.
 */
import { type AttributeValue, type DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import { Fault } from '../faults/fault.ts';
import type { ReadAcceptedKeys } from '../keys/policy.ts';

const text = v.string();
const time = v.pipe(text, v.isoTimestamp());
const json = v.pipe(text, v.parseJson());

type StoredAs<Entries extends v.ObjectEntries> = Readonly<
  v.InferOutput<v.ObjectSchema<Entries, undefined>>
>;

const key = {
  /** SHA-256 in hexadecimal. Its first 8 digits identify the key within the account. */
  hash: text,
  /** The first characters of the key, such as `amp_prod_3fK9`, by which its holder recognizes it. */
  start: text,
  name: text,
  created_at: time,
  expires_at: v.exactOptional(time),
  revoked_at: v.exactOptional(time),
  /** The hash of the key that replaced it. */
  successor: v.exactOptional(text),
};

const identity = {
  /** 11 base-62 digits: see {@link deriveAccountId}. */
  id: text,
  /** The user's `sub`; absent for an account without a sign-in, which the operator created. */
  sub: v.exactOptional(text),
  created_at: time,
  /** When the account was changed last. It increases with each change, even if clocks differ. */
  changed_at: time,
  /** While this is set, no key is accepted. If the account is deleted then, its user stays in the pool, disabled. */
  suspended_at: v.exactOptional(time),
};

const tombstone = { ...identity, deleted_at: time };

const account = {
  ...identity,
  deleted_at: v.exactOptional(v.never()),
  /** Of an account with a sign-in: the address that the identity provider confirmed last. */
  email: v.exactOptional(text),
  /** Of an account without a sign-in: the name that the operator gave its holder. */
  owner: v.exactOptional(text),
  /** The name of the plan of all its keys. */
  plan: text,
  /** How many keys were created, renamed or rotated on the UTC day of the last such change. */
  changes: v.pipe(json, v.object({ day: text, count: v.number() })),
  /** All active keys and the last twenty that ended, the oldest first. */
  keys: v.pipe(json, v.array(v.looseObject(key)), v.readonly()),
};

/** The values of an item, as texts. Attributes that only a later version of the service knows are kept. */
const storedAccount = v.union([v.looseObject(tombstone), v.looseObject(account)]);

/** A key, without its clear text. */
export type AccountKey = StoredAs<typeof key>;

export type Account = StoredAs<typeof account>;

/** A deleted account. It is kept forever, so that a late request can't create the account again. */
export type Tombstone = StoredAs<typeof tombstone>;

/** When a key stops being accepted, in milliseconds since the epoch; `Infinity` if never. */
export const keyEnd = (key: Pick<AccountKey, 'revoked_at' | 'expires_at'>): number =>
  Math.min(...[key.revoked_at, key.expires_at].map((end) => (end ? Date.parse(end) : Infinity)));

/** @throws {Fault} `DAMAGED_ACCOUNT` if the item is neither an account nor a tombstone. */
export const parseAccount = (
  item: Readonly<Record<string, AttributeValue>>,
): Account | Tombstone => {
  const texts = Object.entries(item).map(([name, value]) => [name, value.S ?? value]);
  const { success, output } = v.safeParse(storedAccount, Object.fromEntries(texts));
  if (success) return output;
  throw new Fault('DAMAGED_ACCOUNT');
};

/** Reads an account by one consistent read, which includes every confirmed change. */
export const readAccount = async (
  client: DynamoDBClient,
  TableName: string,
  id: string,
): Promise<Account | Tombstone | undefined> => {
  const read = new GetItemCommand({ TableName, Key: { id: { S: id } }, ConsistentRead: true });
  const { Item } = await client.send(read);
  return Item && parseAccount(Item);
};

/** Returns a function that reads an account's keys for the key check. */
export const createKeysReader =
  (client: DynamoDBClient, table: string): ReadAcceptedKeys =>
  async (id) => {
    const account = await readAccount(client, table, id);
    if (!account) return undefined;
    if (account.deleted_at !== undefined || account.suspended_at) {
      return { plan: '', endsByHash: new Map() };
    }
    return {
      plan: account.plan,
      endsByHash: new Map(account.keys.map((key) => [key.hash, keyEnd(key)])),
    };
  };
