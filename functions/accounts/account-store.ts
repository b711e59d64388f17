/**
 * Accounts in DynamoDB. An account's item is what holds. It is written first, on the condition that it is
 * as it was when the change was decided on, and says which records are behind; they follow, and what is
 * missing after a fault is mended by the next read of the account.
 */
import { setTimeout } from 'node:timers/promises';
import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  paginateScan,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { logFault } from '../observability/log.ts';
import type { Account, AccountKey } from './account.ts';
import { accountItem, accountOf, addressOf, itemOf } from './account-item.ts';
import { accountRecordOf } from './account-record.ts';
import { noAccount } from './refused.ts';

/** Where accounts and the records of their keys are. */
export interface AccountTables {
  readonly accountTable: string;
  readonly keyTable: string;
}

/**
 * What is made of an account, or of there being none. It may be asked several times: see
 * `functions/accounts/changes.ts`.
 */
export type Decision<Seen> = (seen: Seen, now: number) => Account;

/**
 * The accounts. Each function rejects with DynamoDB's error where that fails. What is given is what the
 * account's item holds, and `pending` names the keys whose records could not be written yet.
 */
export interface AccountStore {
  /** An account; `undefined` where there is none. */
  read(id: string): Promise<Account | undefined>;
  /**
   * Changes an account. Once its item is written, the change is made, and this succeeds.
   *
   * @throws {Refused} what `decide` throws; `no_account` where there is none.
   * @throws {Contended} where others change the account all the time. Nothing was done.
   */
  change(id: string, decide: Decision<Account>): Promise<Account>;
  /** Changes an account or makes one, in the same way. */
  put(id: string, decide: Decision<Account | undefined>): Promise<Account>;
  /** All accounts, the oldest first. Nothing is mended. */
  list(): Promise<readonly Account[]>;
}

/** A change lost every race against others. */
export class Contended extends Error {}

/** For how long a change is tried again that others came before, in milliseconds. */
const contendedMs = 3_000;

/** The longest pause before it is, in milliseconds: random, so that those who wait do not meet again. */
const pauseMs = 100;

/** For how long records are written that are behind, in milliseconds: a plan may change for hundreds of keys. */
const mendingMs = 2_000;

/** How many records are written at the same time. */
const writers = 10;

/** An account as its item has it, for who has no part in the records; `undefined` where there is none. */
export const findAccount = async (
  client: DynamoDBClient,
  accountTable: string,
  id: string,
): Promise<Account | undefined> => {
  const { Item } = await client.send(
    new GetItemCommand({ TableName: accountTable, Key: addressOf(id), ConsistentRead: true }),
  );
  return Item && accountOf(Item);
};

/**
 * The accounts of a stage.
 *
 * @param report - is told why a record stays behind.
 */
export const accountStore = (
  client: DynamoDBClient,
  { accountTable, keyTable }: AccountTables,
  now: () => number = Date.now,
  report: (error: unknown) => void = logFault,
): AccountStore => {
  /** Writes an account where `seen` is what is there. */
  const replace = (account: Account, seen: Account | undefined) =>
    whetherMet(
      client.send(
        new PutItemCommand({
          TableName: accountTable,
          Item: itemOf(account),
          ...(seen
            ? {
                ConditionExpression: 'changed_at = :seen',
                ExpressionAttributeValues: { ':seen': { S: seen.changed_at } },
              }
            : { ConditionExpression: 'attribute_not_exists(account)' }),
        }),
      ),
    );

  /** Writes the record of a key, unless there is a newer one. */
  const writeRecord = (account: Account, key: AccountKey) => {
    const record = Object.entries(accountRecordOf(account, key)).map(([name, S]) => [name, { S }]);
    return whetherMet(
      client.send(
        new PutItemCommand({
          TableName: keyTable,
          Item: Object.fromEntries(record),
          ConditionExpression:
            'attribute_not_exists(id) OR (account = :account AND changed_at < :changed_at)',
          ExpressionAttributeValues: {
            ':account': { S: account.id },
            ':changed_at': { S: account.changed_at },
          },
        }),
      ),
    );
  };

  /** Takes the ids of records that were written from those that are pending, unless the account changed again. */
  const settle = ({ id, changed_at }: Account, written: readonly string[]) =>
    whetherMet(
      client.send(
        new UpdateItemCommand({
          TableName: accountTable,
          Key: addressOf(id),
          UpdateExpression: 'DELETE pending :written',
          ConditionExpression: 'changed_at = :seen',
          ExpressionAttributeValues: {
            ':seen': { S: changed_at },
            ':written': { SS: [...written] },
          },
        }),
      ),
    );

  /** Writes the records that are behind, as many as there is time for. What fails is logged, and stays pending. */
  const mend = async (account: Account): Promise<Account> => {
    const behind = account.keys.filter(({ id }) => account.pending.includes(id));
    const written = new Set<string>();
    const end = performance.now() + mendingMs;
    try {
      for (let first = 0; first < behind.length && performance.now() < end; first += writers) {
        const writing = behind.slice(first, first + writers).map(async (key) => {
          await writeRecord(account, key);
          written.add(key.id);
        });
        await Promise.all(writing);
      }
    } catch (error) {
      report(error);
    }
    if (written.size === 0) return account;
    // Where this fails, what was done is done again.
    await settle(account, [...written]).catch(report);
    return { ...account, pending: account.pending.filter((id) => !written.has(id)) };
  };

  const accounts: AccountStore = {
    read: async (id) => {
      const account = await findAccount(client, accountTable, id);
      return account && mend(account);
    },

    change: (id, decide) =>
      accounts.put(id, (seen, time) => {
        if (seen) return decide(seen, time);
        throw noAccount();
      }),

    put: async (id, decide) => {
      for (const start = performance.now(); ; await setTimeout(Math.random() * pauseMs)) {
        const seen = await findAccount(client, accountTable, id);
        const account = decide(seen, now());
        if (account === seen) return mend(account);
        if (performance.now() - start > contendedMs) {
          throw new Contended('The account is being changed all the time.');
        }
        // Refused also where it was written, and the answer was lost: then what is seen next is so already.
        if (await replace(account, seen)) return mend(account);
      }
    },

    list: async () => {
      const found: Account[] = [];
      const pages = paginateScan(
        { client },
        {
          TableName: accountTable,
          ConsistentRead: true,
          FilterExpression: '#item = :account',
          ExpressionAttributeNames: { '#item': 'item' },
          ExpressionAttributeValues: { ':account': { S: accountItem } },
        },
      );
      for await (const { Items = [] } of pages) found.push(...Items.map(accountOf));
      return found.sort((a, b) => (age(a) < age(b) ? -1 : 1));
    },
  };
  return accounts;
};

/** Whether the condition of a write was met. */
const whetherMet = async (write: Promise<unknown>): Promise<boolean> => {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};

/** What sorts accounts by their age, and those of the same moment always alike. */
const age = ({ created_at, id }: Account): string => `${created_at} ${id}`;
