/**
 * Accounts in DynamoDB: one item each, the only record of the account and its keys. A change is one
 * conditional write of that item, so it is either made everywhere or not at all.
 */
import { setTimeout } from 'node:timers/promises';
import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  type DynamoDBServiceException,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import { type LoggedChange, logChange } from '../observability/log.ts';
import type { Account, Tombstone } from './account.ts';
import { accountToItem, readAccount } from './account-item.ts';
import { Rejected } from './rejected.ts';

/** Which account is meant: by its id and, where a user asks for their own, the `sub` it must belong to. */
export interface AccountRef {
  readonly id: string;
  readonly sub?: string;
}

/** What a change does, for the log. */
export type ChangeNote = Omit<LoggedChange, 'account' | 'unconfirmed'>;

/** The accounts. Each function rejects with DynamoDB's error, or with an `AccountCollision`. */
export interface AccountStore {
  /** An account; `undefined` where there is none. */
  read(ref: AccountRef): Promise<Account | Tombstone | undefined>;
  /**
   * Changes an account.
   *
   * A change that was made leaves one line in the log. Where DynamoDB confirmed neither that it was made nor
   * that it was not, the line says so.
   *
   * @param decide Returns the changed account, or the given object itself where nothing has to change. It
   *   may be called several times, also after a write whose answer was lost: it must recognize its own
   *   change.
   * @throws {Rejected} what `decide` throws; `no_account` or `deleted` where there is no account to change.
   * @throws {Contended} where others keep changing the account.
   */
  change(
    ref: AccountRef,
    note: ChangeNote,
    decide: (account: Account, now: number) => Account,
  ): Promise<Account>;
  /** Changes, creates or deletes an account, in the same way. */
  put<Stored extends Account | Tombstone>(
    ref: AccountRef,
    note: ChangeNote,
    decide: (seen: Account | Tombstone | undefined, now: number) => Stored,
  ): Promise<Stored>;
}

/** A change lost every race against other changes. */
export class Contended extends Error {
  readonly code = 'CONTENDED';
}

/** The account's id is taken by another user: two hashes of 64 bits collide. */
export class AccountCollision extends Error {
  readonly code = 'ACCOUNT_COLLISION';
}

/** How often a change is tried: each try is a read and a write. Of several changes at once, one succeeds. */
const mostTries = 8;

/** The longest pause before the second try, in milliseconds. It doubles with each try, and is random. */
const firstPause = 25;

/**
 * The accounts in a DynamoDB table.
 *
 * @param log Is called with each change that was made, or may have been.
 */
export const accountStore = (
  client: DynamoDBClient,
  table: string,
  now: () => number = Date.now,
  log: typeof logChange = logChange,
): AccountStore => {
  /** Writes an account on the condition that `seen` is still what the table holds. */
  const replace = (account: Account | Tombstone, seen: Account | Tombstone | undefined) =>
    client.send(
      new PutItemCommand({
        TableName: table,
        Item: accountToItem(account),
        ...(seen
          ? {
              ConditionExpression: 'changed_at = :seen',
              ExpressionAttributeValues: { ':seen': { S: seen.changed_at } },
            }
          : { ConditionExpression: 'attribute_not_exists(id)' }),
      }),
    );

  const store: AccountStore = {
    read: async ({ id, sub }) => {
      const account = await readAccount(client, table, id);
      if (account && sub !== undefined && account.sub !== sub) throw new AccountCollision();
      return account;
    },

    change: (ref, note, decide) => store.put(ref, note, (seen, time) => decide(found(seen), time)),

    put: async (ref, note, decide) => {
      const change = { account: ref.id, ...note };
      /** Whether a write was sent of which DynamoDB has not said whether it was made. */
      let uncertain = false;
      try {
        for (let attempt = 0; attempt < mostTries; attempt += 1) {
          if (attempt > 0) await setTimeout(Math.random() * firstPause * 2 ** (attempt - 1));
          const seen = await store.read(ref);
          const account = decide(seen, now());
          try {
            if (account !== seen) await replace(account, seen);
            if (account !== seen || uncertain) log(change);
            return account;
          } catch (error) {
            const { $fault, $metadata } = error as Partial<DynamoDBServiceException>;
            // An SDK's second attempt is also rejected where the first was made and its answer lost.
            uncertain ||= $fault !== 'client' || $metadata?.attempts !== 1;
            if (!(error instanceof ConditionalCheckFailedException)) throw error;
          }
        }
        throw new Contended();
      } catch (error) {
        if (uncertain) log({ ...change, unconfirmed: true });
        throw error;
      }
    },
  };
  return store;
};

/**
 * The account, if there is one.
 *
 * @throws {Rejected} where there is none, or only a tombstone.
 */
export const found = (account: Account | Tombstone | undefined): Account => {
  if (!account) throw new Rejected('no_account', 'There is no such account.');
  if (account.deleted_at) throw new Rejected('deleted', 'The account was deleted.');
  return account as Account;
};
