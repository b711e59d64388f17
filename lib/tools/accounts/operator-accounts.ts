/** The accounts of a stage and their keys, as the operator reads and changes them. */
import {
  type AttributeValue,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  type DynamoDBServiceException,
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
  rotated,
  suspended,
  withKey,
} from '../../../functions/accounts/changes.ts';
import { newAccountKey } from '../../../functions/accounts/new-key.ts';
import { changeTime } from '../../../functions/accounts/times.ts';
import { randomAccountId } from '../../../functions/keys/format.ts';
import { accountTableName } from '../../settings/tables.ts';
import { Unfinished } from '../command-line/explain.ts';
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
  /** Whether DynamoDB did not confirm the last change. */
  let unconfirmed: boolean | undefined;
  const store = accountStore(client, TableName, Date.now, (change) => {
    ({ unconfirmed } = change);
  });

  const itemOf = async (table: string, id: string) => {
    const query = { TableName: table, Key: { id: { S: id } }, ConsistentRead: true };
    return (await client.send(new GetItemCommand(query))).Item;
  };

  const readFrom = async (table: string, id: string): Promise<Account | Tombstone> => {
    const Item = await itemOf(table, id);
    if (!Item) throw new Error(`There is no account ${id} in the table ${table}.`);
    const account = accountOf(Item);
    if (!('damaged' in account)) return account;
    throw new Error(`The account ${id} is damaged: docs/accounts.md#restore-accounts`);
  };

  const whetherChanged = (id: string): string =>
    `It is not known whether the account ${id} was changed: repeat the command.`;

  /** Makes a change. `ifUnknown` says what to do where it is not known whether it was made. */
  const put = async <Stored extends Account | Tombstone>(
    id: string,
    change: string,
    decide: (seen: Account | Tombstone | undefined, time: number) => Stored,
    ifUnknown = whetherChanged(id),
  ): Promise<Stored> => {
    unconfirmed = undefined;
    try {
      return await store.put({ id }, { change }, decide);
    } catch (error) {
      const cause =
        error instanceof Contended
          ? new Error('Others keep changing the account: repeat the command.')
          : error;
      throw unconfirmed ? new Unfinished(ifUnknown, { cause }) : cause;
    }
  };

  const change = (
    id: string,
    what: string,
    decide: (account: Account, time: number) => Account,
    ifUnknown?: string,
  ) => put(id, what, (seen, time) => decide(requireAccount(seen), time), ifUnknown);

  return {
    /** Changes an account: see `functions/accounts/changes.ts`. */
    change,

    /** All accounts, the oldest first. */
    list: async () => {
      const pages = paginateScan({ client }, { TableName, ConsistentRead: true });
      const items = (await Array.fromAsync(pages)).flatMap(({ Items = [] }) => Items);
      return items.map(accountOf).sort((one, other) => (age(one) < age(other) ? -1 : 1));
    },

    read: (id: string) => readFrom(TableName, id),

    /** Creates an account without a sign-in. */
    create: (facts: { readonly owner: string; readonly plan: string }) => {
      const id = randomAccountId();
      return put(
        id,
        'create',
        (seen, time) => (seen ? requireAccount(seen) : newAccount({ id, ...facts }, time)),
        `It is not known whether the account ${id} was created: see show ${id}.`,
      );
    },

    delete: (id: string) => put(id, 'delete', (seen, time) => deleted({ id }, seen, time)),

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
      await client.send(write).catch(async (error: DynamoDBServiceException) => {
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
        // After several attempts, an earlier one may have been made, whatever the last answer says.
        if (error.$fault === 'client' && error.$metadata.attempts === 1) throw error;
        throw new Unfinished(whetherChanged(copy.id), { cause: error });
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
