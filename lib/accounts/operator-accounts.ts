/** The accounts of a stage, as the operator changes them. */
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Account } from '../../functions/accounts/account.ts';
import { accountStore, Contended, type Decision } from '../../functions/accounts/account-store.ts';
import {
  deleted,
  resumed,
  revoked,
  suspended,
  withPlan,
} from '../../functions/accounts/changes.ts';
import { Refused } from '../../functions/accounts/refused.ts';
import type { RemoveSignIn } from '../../functions/aws/user-pool.ts';
import { Unfinished, unfinished, unlessRefused } from '../operator/unfinished.ts';
import { accountTableName, keyTableName } from '../settings/tables.ts';

/**
 * What the operator does with accounts. Each rejects with an error of AWS, with one that says in one line
 * why nothing was changed, or with `Unfinished`. No error holds an address, nor the name of a key.
 *
 * Where an account is read, records of its keys that are behind are written. Those that can't be are
 * still among its `pending`.
 */
export interface OperatorAccounts {
  /** Every account, the oldest first. Nothing is written. */
  list(): Promise<readonly Account[]>;
  find(id: string): Promise<Account>;
  /** The account that has the address, in whatever case. */
  findByEmail(email: string): Promise<Account>;
  /** Puts an account, with all its keys, on another plan. */
  changePlan(id: string, plan: string): Promise<Account>;
  suspend(id: string): Promise<Account>;
  resume(id: string): Promise<Account>;
  /** Deletes an account, and then its sign-in. Of one that is deleted, what is left is deleted. */
  delete(id: string, removeSignIn: RemoveSignIn): Promise<Account>;
  /**
   * Revokes a key of an account.
   *
   * @returns whether the account has the key. It forgets those that ended long ago.
   */
  revokeKey(id: string, keyId: string): Promise<boolean>;
}

/** The accounts of a stage in DynamoDB. */
export const operatorAccounts = (
  client: DynamoDBClient,
  stage: string,
  now: () => number = Date.now,
): OperatorAccounts => {
  /** Why a record stayed behind. */
  let fault: unknown;
  const tables = { accountTable: accountTableName(stage), keyTable: keyTableName(stage) };
  const store = accountStore(client, tables, now, (error) => {
    fault = error;
  });

  const noAccount = (id: string) => new Error(`There is no account ${id} in the stage "${stage}".`);

  /** Says what is left to do where an account was changed, but not all records of its keys. */
  const finished = (account: Account): Account => {
    if (account.pending.length === 0) return account;
    const keys = account.pending.join(', ');
    throw new Unfinished(
      `The account ${account.id} was changed, but keys of it may be as they were: ${keys}. Do the same again.`,
      { cause: fault ?? new Error('DynamoDB is slow.') },
    );
  };

  const change = async (id: string, decide: Decision<Account>): Promise<Account> => {
    const changed = store
      .change(id, decide)
      .catch(unlessRefused(`Was the account ${id} changed? See show.`, Refused, Contended));
    return finished(
      await changed.catch((error) => {
        throw error instanceof Refused && error.reason === 'no_account' ? noAccount(id) : error;
      }),
    );
  };

  const accounts: OperatorAccounts = {
    list: store.list,

    find: async (id) => {
      const account = await store.read(id);
      if (account) return account;
      throw noAccount(id);
    },

    findByEmail: async (email) => {
      const wanted = email.toLowerCase();
      const found = (await store.list()).filter(
        (account) => account.email?.toLowerCase() === wanted,
      );
      const [only, ...others] = found.map(({ id }) => id);
      if (only === undefined)
        throw new Error(`No account of the stage "${stage}" has that address.`);
      if (others.length === 0) return accounts.find(only);
      throw new Error(
        `Accounts that have that address: ${[only, ...others].join(', ')}. Say which.`,
      );
    },

    changePlan: (id, plan) => change(id, (account, time) => withPlan(account, plan, time)),
    suspend: (id) => change(id, suspended),
    resume: (id) => change(id, resumed),

    delete: async (id, removeSignIn) => {
      const account = await change(id, deleted);
      await removeSignIn(id).catch(
        unfinished(`The account ${id} is deleted, but not its sign-in: do the same again.`),
      );
      return account;
    },

    revokeKey: async (id, keyId) => {
      const account = await store.read(id);
      if (!account?.keys.some((key) => key.id === keyId)) return false;
      // The keys of an account that was deleted are revoked, all of them.
      if (account.deleted_at) finished(account);
      else await change(id, (seen, time) => revoked(seen, keyId, time));
      return true;
    },
  };
  return accounts;
};
