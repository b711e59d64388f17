/** The accounts of a stage and their keys, as the operator reads and changes them. */
import {
  type AttributeValue,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  paginateScan,
  ResourceNotFoundException,
} from '@aws-sdk/client-dynamodb';
import type { Account, AccountKey, Tombstone } from '../../../functions/accounts/account.ts';
import { accountFromItem, accountToItem } from '../../../functions/accounts/account-item.ts';
import {
  accountStore,
  Contended,
  requireAccount,
} from '../../../functions/accounts/account-store.ts';
import {
  deleted,
  newAccount,
  resumed,
  revoked,
  rotated,
  suspended,
  withKey,
  withPlan,
} from '../../../functions/accounts/changes.ts';
import { newAccountKey } from '../../../functions/accounts/new-key.ts';
import { Rejected } from '../../../functions/accounts/rejected.ts';
import { changeTime } from '../../../functions/accounts/times.ts';
import { randomAccountId } from '../../../functions/keys/format.ts';
import { accountTableName } from '../../settings/tables.ts';
import { unfinished, unlessRejected } from '../command-line/explain.ts';
import type { AccountStage } from './options.ts';

/** An item that is neither an account nor a tombstone. */
export interface Damaged {
  readonly id: string;
  readonly damaged: true;
}

export interface IssuedKey {
  /** The key itself, to be shown once. */
  readonly key: string;
  readonly id: string;
  readonly account: Account;
}

/** What the operator does with accounts and keys. */
export type OperatorAccounts = ReturnType<typeof operatorAccounts>;

/**
 * The accounts of a stage in DynamoDB. The rules and limits are those of the dashboard: see
 * `functions/accounts/changes.ts`.
 *
 * Each function rejects with an error of DynamoDB, with one whose message says why nothing was changed, or
 * with `Unfinished` where it is unknown whether the change was made. No error contains an address or a name.
 */
export const operatorAccounts = (client: DynamoDBClient, { name: stage, limits }: AccountStage) => {
  const TableName = accountTableName(stage);
  // Standard output holds nothing but results.
  const store = accountStore(client, TableName, Date.now, () => {});

  const itemOf = async (table: string, id: string) => {
    const { Item } = await client.send(
      new GetItemCommand({ TableName: table, Key: { id: { S: id } }, ConsistentRead: true }),
    );
    return Item;
  };

  const readFrom = async (table: string, id: string): Promise<Account | Tombstone> => {
    const Item = await itemOf(table, id);
    if (!Item) throw new Error(`There is no account ${id} in the table ${table}.`);
    const account = accountOf(Item);
    if (!('damaged' in account)) return account;
    throw new Error(`The account ${id} is damaged: docs/accounts.md#restore-accounts`);
  };

  /** Makes a change. `ifUnknown` says what to do where it is not known whether it was made. */
  const put = async <Stored extends Account | Tombstone>(
    id: string,
    change: string,
    ifUnknown: string,
    decide: (seen: Account | Tombstone | undefined, time: number) => Stored,
  ): Promise<Stored> => {
    let mayBeWritten = false;
    try {
      return await store.put({ id }, { change }, (seen, time) => {
        const account = decide(seen, time);
        mayBeWritten ||= account !== seen;
        return account;
      });
    } catch (error) {
      if (error instanceof Contended) {
        return unfinished(ifUnknown)(new Error('Others keep changing the account.'));
      }
      if (!mayBeWritten || error instanceof Rejected) throw error;
      return unlessRejected(ifUnknown)(error as Error);
    }
  };

  const change = (
    id: string,
    what: string,
    decide: (account: Account, time: number) => Account,
    ifUnknown = `It is not known whether the account ${id} was changed: repeat the command.`,
  ) => put(id, what, ifUnknown, (seen, time) => decide(requireAccount(seen), time));

  return {
    /** All accounts, the oldest first. */
    list: async () => {
      const accounts: (Account | Tombstone | Damaged)[] = [];
      for await (const { Items = [] } of paginateScan(
        { client },
        { TableName, ConsistentRead: true },
      )) {
        accounts.push(...Items.map(accountOf));
      }
      return accounts.sort((one, other) => (age(one) < age(other) ? -1 : 1));
    },

    read: (id: string) => readFrom(TableName, id),

    /** Creates an account without a sign-in. */
    create: (facts: { readonly owner: string; readonly plan: string }) => {
      const id = randomAccountId();
      return put(
        id,
        'create',
        `It is not known whether the account ${id} was created: see show ${id}.`,
        (seen, time) => (seen ? requireAccount(seen) : newAccount({ id, ...facts }, time)),
      );
    },

    changePlan: (id: string, plan: string) =>
      change(id, 'plan', (account, time) => withPlan(account, plan, time)),
    suspend: (id: string) => change(id, 'suspend', suspended),
    resume: (id: string) => change(id, 'resume', resumed),

    delete: (id: string) =>
      put(
        id,
        'delete',
        `It is not known whether the account ${id} was deleted: repeat the command.`,
        (seen, time) => deleted({ id }, seen, time),
      ),

    /** An account in another table, which the account table was restored into. */
    readCopy: (id: string, table: string) =>
      readFrom(table, id).catch((error: unknown) => {
        if (!(error instanceof ResourceNotFoundException)) throw error;
        throw new Error(`There is no table ${table} here.`);
      }),

    /** When an account was last changed, as stored, whatever is damaged; `undefined` if that is missing. */
    changedAt: async (id: string) => (await itemOf(TableName, id))?.changed_at,

    /**
     * Replaces an account by a copy, suspended: keys that were revoked since must be revoked again before any key is
     * accepted. A deleted account stays deleted.
     *
     * @param changedAt - the account's last change that the operator saw. After a later one, nothing is restored.
     */
    restore: async (copy: Account | Tombstone, changedAt: AttributeValue | undefined) => {
      const time = Date.now();
      const restored = { ...copy, changed_at: changeTime(time, copy.changed_at) };
      const account = restored.deleted_at ? restored : suspended(restored as Account, time);
      const write = new PutItemCommand({
        TableName,
        Item: accountToItem(account),
        ConditionExpression: `${copy.deleted_at ? '' : 'attribute_not_exists(deleted_at) AND '}${
          changedAt ? 'changed_at = :seen' : 'attribute_not_exists(changed_at)'
        }`,
        ...(changedAt && { ExpressionAttributeValues: { ':seen': changedAt } }),
      });
      await client.send(write).catch(async (error: Error) => {
        if (error instanceof ConditionalCheckFailedException) {
          const { deleted_at, changed_at } = (await itemOf(TableName, copy.id)) ?? {};
          // The SDK's second attempt fails if the first succeeded and its response was lost.
          if (changed_at?.S === account.changed_at) return;
          throw new Error(
            deleted_at
              ? `The account ${copy.id} was deleted, and stays deleted.`
              : `The account ${copy.id} changed meanwhile. See show ${copy.id}, then repeat the command.`,
          );
        }
        const ifUnknown = `It is not known whether the account ${copy.id} was restored: repeat the command.`;
        return unlessRejected(ifUnknown)(error);
      });
      return account;
    },

    issue: async (
      id: string,
      facts: Pick<AccountKey, 'name' | 'expires_at'>,
    ): Promise<IssuedKey> => {
      const created = newAccountKey(stage, id);
      const account = await change(
        id,
        'create',
        (seen, time) => withKey(seen, { ...created.stored, ...facts }, limits, time),
        `The key ${created.id} may have been created, but was not shown: if show ${id} lists it, revoke it.`,
      );
      return { ...created, account };
    },

    /** Creates a key that replaces another, which stays active for `graceMs` milliseconds. */
    rotate: async (
      id: string,
      keyId: string,
      rotation: { readonly graceMs: number; readonly expires_at?: string },
    ): Promise<IssuedKey> => {
      const created = newAccountKey(stage, id);
      const account = await change(
        id,
        'rotate',
        (seen, time) => rotated(seen, keyId, { ...created.stored, ...rotation }, limits, time),
        `The key ${keyId} may have been rotated, but its successor was not shown: if show ${id} lists ${created.id}, revoke it, and issue a new key.`,
      );
      return { ...created, account };
    },

    revoke: (id: string, keyId: string) =>
      change(id, 'revoke', (account, time) => revoked(account, keyId, time)),
  };
};

const accountOf = (item: Parameters<typeof accountFromItem>[0]): Account | Tombstone | Damaged => {
  try {
    return accountFromItem(item);
  } catch {
    return { id: item.id?.S as string, damaged: true };
  }
};

/** Sorts accounts by their age, those of the same moment by their ids, and damaged items first. */
const age = (account: Account | Tombstone | Damaged): string =>
  'damaged' in account ? ` ${account.id}` : `${account.created_at} ${account.id}`;
