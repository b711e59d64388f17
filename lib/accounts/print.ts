/** What the operator's tool shows of accounts. */
import type { Account } from '../../functions/accounts/account.ts';
import { keyStatus } from '../../functions/accounts/account-view.ts';
import type { KeyStatus } from '../../functions/accounts/views.ts';
import { keyState } from '../../functions/keys/key-record.ts';
import type { Plan } from '../../functions/quota/window.ts';
import { factsText, seconds, tableText } from '../operator/text.ts';

/**
 * How an account stands. Of those that are neither suspended nor deleted, `no_plan` are those whose plan is
 * not among the stage's: their keys are answered 503.
 */
export type AccountStatus = 'active' | 'suspended' | 'deleted' | 'no_plan';

/** An account as it is listed; what does not apply is `null`. */
export interface ListedAccount {
  readonly id: string;
  readonly email: string | null;
  readonly plan: string;
  readonly created_at: string;
  readonly changed_at: string;
  readonly suspended_at: string | null;
  readonly deleted_at: string | null;
  /** How many keys are neither revoked nor expired. */
  readonly active_keys: number;
  readonly status: AccountStatus;
}

/** One of the keys of an account. */
export interface ListedAccountKey {
  readonly id: string;
  readonly start: string;
  readonly name: string;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly successor: string | null;
  readonly status: KeyStatus;
}

/** An account with its keys. */
export interface ShownAccount extends ListedAccount {
  readonly keys: readonly ListedAccountKey[];
}

/** What an account is judged by. */
export interface ListContext {
  readonly plans: readonly Plan[];
  /** In milliseconds since the epoch. */
  readonly now: number;
}

const statusOf = (
  { deleted_at, suspended_at, plan }: Account,
  { plans }: ListContext,
): AccountStatus => {
  if (deleted_at) return 'deleted';
  if (suspended_at) return 'suspended';
  return plans.some(({ name }) => name === plan) ? 'active' : 'no_plan';
};

/** The address of an account as a terminal can be shown it: whoever gave it chose its characters. */
export const addressOf = ({ email }: Account): string | null =>
  email?.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\ufffd') ?? null;

/** An account as it is listed. */
export const listed = (account: Account, circumstances: ListContext): ListedAccount => ({
  id: account.id,
  email: addressOf(account),
  plan: account.plan,
  created_at: account.created_at,
  changed_at: account.changed_at,
  suspended_at: account.suspended_at ?? null,
  deleted_at: account.deleted_at ?? null,
  active_keys: account.keys.filter((key) => keyState(key, circumstances.now) === 'active').length,
  status: statusOf(account, circumstances),
});

/** An account as it is shown, with its keys. */
export const shown = (account: Account, circumstances: ListContext): ShownAccount => ({
  ...listed(account, circumstances),
  keys: account.keys.map((key) => ({
    id: key.id,
    start: key.start,
    name: key.name,
    created_at: key.created_at,
    expires_at: key.expires_at ?? null,
    revoked_at: key.revoked_at ?? null,
    successor: key.successor ?? null,
    status: keyStatus(account, key.id, circumstances.now),
  })),
});

/** A table of accounts, one per line. */
export const accountTableText = (accounts: readonly ListedAccount[]): string =>
  tableText([
    ['ID', 'E-MAIL', 'PLAN', 'KEYS', 'CREATED', 'STATUS'],
    ...accounts.map((account) => [
      account.id,
      account.email ?? '-',
      account.plan,
      String(account.active_keys),
      seconds(account.created_at),
      account.status,
    ]),
  ]);

/** All of an account: a fact per line, then a table of its keys. */
export const accountText = ({ keys, ...account }: ShownAccount): string => {
  const facts = factsText(account);
  if (keys.length === 0) return facts;
  return `${facts}\n\n${tableText([
    ['ID', 'KEY', 'NAME', 'CREATED', 'EXPIRES', 'STATUS'],
    ...keys.map((key) => [
      key.id,
      `${key.start}…`,
      key.name,
      seconds(key.created_at),
      key.expires_at === null ? 'never' : seconds(key.expires_at),
      key.status,
    ]),
  ])}`;
};
