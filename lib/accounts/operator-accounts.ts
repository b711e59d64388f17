import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  type DynamoDBServiceException,
  GetItemCommand,
  PutItemCommand,
  paginateScan,
  ResourceNotFoundException,
} from '@aws-sdk/client-dynamodb';
import { type Account, parseAccount, type Tombstone } from '../../functions/accounts/account.ts';
import {
  type ChangeNote,
  createAccountStore,
  type LoggedChange,
  toAccountItem,
} from '../../functions/accounts/account-store.ts';
import { changeTime, requireAccount, suspended } from '../../functions/accounts/changes.ts';
import { dailySums, readUsage } from '../../functions/quota/usage.ts';
import { dayMs, hourSeconds } from '../../functions/quota/window.ts';
import { accountTableName, quotaTableName } from '../settings/tables.ts';
import { Unfinished } from './explain.ts';

/** An item that is neither an account nor a tombstone. */
export interface Damaged {
  readonly id: string;
  readonly damaged: true;
}

/** Records a change. It never rejects. */
type RecordChange = (change: LoggedChange) => Promise<void>;

/**
 * Creates what reads and changes the accounts of a stage, by the dashboard's rules: see `functions/accounts/changes.ts`.
 *
 * Each function rejects with an error of DynamoDB, with one whose message says why nothing was changed, or
 * with `Unfinished` where it is unknown whether the change was made. No error contains an address or a name.
 *
 * @param record - gets each change that was made, or may have been.
 */
export const createAccounts = (client: DynamoDBClient, stage: string, record: RecordChange) => {
  const TableName = accountTableName(stage);

  const readItem = async (id: string, table = TableName) => {
    const query = { TableName: table, Key: { id: { S: id } }, ConsistentRead: true };
    return (await client.send(new GetItemCommand(query))).Item;
  };

  const read = async (id: string, table = TableName): Promise<Account | Tombstone> => {
    const item = await readItem(id, table);
    if (!item) throw new Error(`There is no account ${id} in the table ${table}.`);
    const account = readOrReport(item);
    if (!('damaged' in account)) return account;
    throw new Error(`The account ${id} is damaged: docs/accounts.md#restore-accounts`);
  };

  const whetherChanged = (id: string): string =>
    `It is not known whether the account ${id} was changed: repeat the command.`;

  /** Makes a change. `ifUnknown` says what to do where it is not known whether it was made. */
  const put = async <Stored extends Account | Tombstone>(
    id: string,
    note: ChangeNote,
    decide: (seen: Account | Tombstone | undefined, time: number) => Stored,
    ifUnknown = whetherChanged(id),
  ): Promise<Stored> => {
    const changesMade: LoggedChange[] = [];
    const store = createAccountStore(client, TableName, Date.now, (made) => changesMade.push(made));
    try {
      return await store.put({ id }, note, decide);
    } catch (cause) {
      throw changesMade.at(-1)?.unconfirmed ? new Unfinished(ifUnknown, { cause }) : cause;
    } finally {
      await Promise.all(changesMade.map(record));
    }
  };

  return {
    read,
    put,

    change: async (
      id: string,
      note: ChangeNote,
      decide: (account: Account, time: number) => Account,
      ifUnknown?: string,
    ): Promise<Account> => {
      // The error of an account that can't be read says more than that of `put`.
      await read(id);
      return put(id, note, (seen, time) => decide(requireAccount(seen), time), ifUnknown);
    },

    /** All accounts, the oldest first. */
    list: async () => {
      const pages = paginateScan({ client }, { TableName, ConsistentRead: true });
      const items = (await Array.fromAsync(pages)).flatMap(({ Items = [] }) => Items);
      return items.map(readOrReport).sort((a, b) => (age(a) < age(b) ? -1 : 1));
    },

    /**
     * Replaces an account by its copy in another table, suspended: keys that were revoked since must be revoked again
     * before any key is accepted. A deleted account stays deleted.
     *
     * @param confirm - gets the copy, and when the account was last changed, as stored, whatever is damaged. After a
     *   later change, nothing is restored.
     */
    restore: async (
      id: string,
      table: string,
      confirm: (copy: Account | Tombstone, changedAt: string | undefined) => Promise<void>,
    ) => {
      const copy = await read(id, table).catch((error: unknown) => {
        if (!(error instanceof ResourceNotFoundException)) throw error;
        throw new Error(`There is no table ${table} here.`);
      });
      const changedAt = (await readItem(id))?.changed_at;
      await confirm(copy, changedAt?.S);
      const time = Date.now();
      // Later than both items' last changes, even where the live item is damaged.
      const since = Math.max(time, Date.parse(changedAt?.S ?? '') + 1 || 0);
      const restored = { ...copy, changed_at: changeTime(since, copy.changed_at) };
      const account = restored.deleted_at === undefined ? suspended(restored, time) : restored;
      const write = new PutItemCommand({
        TableName,
        Item: toAccountItem(account),
        ConditionExpression: `${copy.deleted_at ? '' : 'attribute_not_exists(deleted_at) AND '}${
          changedAt ? 'changed_at = :seen' : 'attribute_not_exists(changed_at)'
        }`,
        ...(changedAt && { ExpressionAttributeValues: { ':seen': changedAt } }),
      });
      const change = { account: id, change: 'operator-restore' };
      await client.send(write).catch(async (error: DynamoDBServiceException) => {
        if (error instanceof ConditionalCheckFailedException) {
          const { deleted_at, changed_at } = (await readItem(id)) ?? {};
          // The SDK's second attempt fails if the first succeeded and its response was lost.
          if (changed_at?.S === account.changed_at) return;
          throw new Error(
            deleted_at
              ? `The account ${id} was deleted, and stays deleted.`
              : `The account ${id} changed meanwhile. See show ${id}, then repeat the command.`,
          );
        }
        // After several attempts, an earlier one may have been made, whatever the last answer says.
        if (error.$fault === 'client' && error.$metadata.attempts === 1) throw error;
        await record({ ...change, unconfirmed: true });
        throw new Unfinished(whetherChanged(id), { cause: error });
      });
      await record(change);
      return account;
    },

    /** The requests of the UTC days up to `now`, the oldest first: pairs of a key's id and a number for each day. */
    usage: async (id: string, days: number, now: number) => {
      const to = 24 * (Math.floor(now / dayMs) + 1);
      // The plan is only for what is left of a window.
      const quotaHolder = { holder: id, plan: { name: '', limit: 0, windowSeconds: hourSeconds } };
      const range = { from: to - 24 * days, to };
      const usage = await readUsage(client, quotaTableName(stage), quotaHolder, range, now);
      return [...usage].map(([key, { hours }]) => [key, dailySums(hours)] as const);
    },
  };
};

const readOrReport = (item: Parameters<typeof parseAccount>[0]): Account | Tombstone | Damaged => {
  try {
    return parseAccount(item);
  } catch {
    return { id: item.id?.S as string, damaged: true };
  }
};

/** Sorts accounts by their age, those of the same moment by their ids, and damaged items first. */
const age = (account: Account | Tombstone | Damaged): string =>
  'damaged' in account ? ` ${account.id}` : `${account.created_at} ${account.id}`;
