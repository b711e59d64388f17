/** Accounts in DynamoDB. An item is the only record of an account and its keys. A change is one conditional write. */
import { setTimeout } from 'node:timers/promises';
import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  type DynamoDBServiceException,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import { createDynamodb } from '../aws/dynamodb.ts';
import type { SettingsFor } from '../environment/environment.ts';
import { Fault } from '../faults/fault.ts';
import { type Account, readAccount, type Tombstone } from './account.ts';
import { type AccountRef, Refusal, requireAccount } from './changes.ts';

/** A change of an account as the log shows it: without names, addresses and keys. */
export interface LoggedChange {
  readonly account: string;
  readonly change: string;
  /** The id of the changed key. */
  readonly key?: string;
  /** The id of the key that replaces it. */
  readonly successor?: string;
  /** The name of the new plan. */
  readonly plan?: string;
  /** Set if DynamoDB's response was lost: the change may not have been made. */
  readonly unconfirmed?: true;
}

/** Logs a change at the level that Lambda logs by default. */
export const logChange = (change: LoggedChange): void => {
  console.info(change);
};

export type ChangeNote = Omit<LoggedChange, 'account' | 'unconfirmed'>;

export type AccountStore = ReturnType<typeof createAccountStore>;

/** How often a change is tried. An attempt is a read and a write; of writes at the same time, one succeeds. */
const mostTries = 8;

/** The longest pause before the second attempt, in milliseconds. Pauses are random; the longest doubles each time. */
const firstPause = 25;

/**
 * Creates the store of a stage's accounts. Each function may also reject with DynamoDB's error, or with the
 * {@link Fault} `ACCOUNT_COLLISION`.
 *
 * @param log - is called with each change that was made, or may have been.
 *
 * @example
 * const accounts = createAccountStore(client, 'amplify-prod-accounts');
 * await accounts.change({ id }, note, (account, now) => withPlan(account, 'scale', now));
 */
export const createAccountStore = (
  client: DynamoDBClient,
  table: string,
  now: () => number = Date.now,
  log: typeof logChange = logChange,
) => {
  /** Writes an account on the condition that it is still as `seen`. */
  const replace = (account: Account | Tombstone, seen: Account | Tombstone | undefined) =>
    client.send(
      new PutItemCommand({
        TableName: table,
        Item: toAccountItem(account),
        ...(seen
          ? {
              ConditionExpression: 'changed_at = :seen',
              ExpressionAttributeValues: { ':seen': { S: seen.changed_at } },
            }
          : { ConditionExpression: 'attribute_not_exists(id)' }),
      }),
    );

  const read = async ({ id, sub }: AccountRef): Promise<Account | Tombstone | undefined> => {
    const account = await readAccount(client, table, id);
    if (!account || sub === undefined || account.sub === sub) return account;
    // The id belongs to another user: two 64-bit hashes collide.
    throw new Fault('ACCOUNT_COLLISION');
  };

  /** Changes an account like `change`, and may also create or delete it. */
  const put = async <Stored extends Account | Tombstone>(
    ref: AccountRef,
    note: ChangeNote,
    decide: (seen: Account | Tombstone | undefined, now: number) => Stored,
  ): Promise<Stored> => {
    const change = { account: ref.id, ...note };
    /** Whether a write was neither confirmed nor refused. */
    let uncertain = false;
    try {
      for (let attempt = 0; attempt < mostTries; attempt += 1) {
        if (attempt > 0) await setTimeout(Math.random() * firstPause * 2 ** (attempt - 1));
        const seen = await read(ref);
        const account = decide(seen, now());
        try {
          if (account !== seen) await replace(account, seen);
          if (account !== seen || uncertain) log(change);
          return account;
        } catch (error) {
          const { $fault, $metadata } = error as Partial<DynamoDBServiceException>;
          // Nothing was written if DynamoDB refused the SDK's first attempt. A refused second attempt does not say so:
          // the first may have written the account, and only its response was lost.
          uncertain ||= $fault !== 'client' || $metadata?.attempts !== 1;
          if (!(error instanceof ConditionalCheckFailedException)) throw error;
        }
      }
      // The competing requests are the user's own or the operator's, so this is no fault of the service.
      const message = 'The account is being changed by other requests. Try again.';
      throw new Refusal('conflict', message, 1);
    } catch (error) {
      if (uncertain) log({ ...change, unconfirmed: true });
      throw error;
    }
  };

  return {
    read,
    put,
    /**
     * Changes an account, and logs the change. If DynamoDB did not confirm whether it was made, the log says so.
     *
     * @param decide - returns the changed account, or the given object if nothing has to change. It may be called
     *   again after a write whose response was lost, so it must recognize its own change.
     * @throws {Refusal} if `decide` does, if the account does not exist or was deleted, or if other writes always win.
     */
    change: (
      ref: AccountRef,
      note: ChangeNote,
      decide: (account: Account, now: number) => Account,
    ): Promise<Account> => put(ref, note, (seen, time) => decide(requireAccount(seen), time)),
  };
};

export const toAccountItem = (account: Account | Tombstone) =>
  Object.fromEntries(
    Object.entries(account).map(([name, value]) => [
      name,
      { S: typeof value === 'string' ? value : JSON.stringify(value) },
    ]),
  );

export const createStageAccounts = ({
  ACCOUNT_TABLE,
}: SettingsFor<{ ACCOUNT_TABLE: ['dynamodb:GetItem'] }>): AccountStore =>
  createAccountStore(createDynamodb(), ACCOUNT_TABLE);
