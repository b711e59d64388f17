/** What the tool shows of accounts and keys. What does not apply is `null`; times are ISO 8601 in UTC. */
import type { Account, Tombstone } from '../../../functions/accounts/account.ts';
import { keyView } from '../../../functions/accounts/account-view.ts';
import type { KeyView } from '../../../functions/accounts/views.ts';
import type { Plan } from '../../../functions/quota/window.ts';
import { factsText, seconds, tableText } from '../command-line/text.ts';
import type { Damaged } from './operator-accounts.ts';

/**
 * The status of an account.
 *
 * - `no_plan`: its plan is not one of the stage's, and its keys get 503.
 * - `damaged`: its item can't be read, and its keys get 503.
 */
type AccountStatus = 'active' | 'suspended' | 'deleted' | 'no_plan' | 'damaged';

/** An account as the operator sees it. */
export interface ShownAccount {
  readonly id: string;
  /** The user in the user pool. */
  readonly sub: string | null;
  readonly email: string | null;
  readonly owner: string | null;
  readonly plan: string | null;
  readonly created_at: string | null;
  readonly changed_at: string | null;
  readonly suspended_at: string | null;
  readonly deleted_at: string | null;
  readonly status: AccountStatus;
  /** The oldest first. */
  readonly keys: readonly KeyView[];
}

/** What the status of an account depends on. */
export interface ViewContext {
  readonly plans: readonly Plan[];
  /** In milliseconds since the epoch. */
  readonly now: number;
}

/** An account as the operator sees it. */
export const shown = (
  account: Account | Tombstone | Damaged,
  context: ViewContext,
): ShownAccount => {
  const { id, keys = [], ...facts } = account as Partial<Account> & { readonly id: string };
  return {
    id,
    sub: facts.sub ?? null,
    email: facts.email === undefined ? null : printable(facts.email),
    owner: facts.owner ?? null,
    plan: facts.plan ?? null,
    created_at: facts.created_at ?? null,
    changed_at: facts.changed_at ?? null,
    suspended_at: facts.suspended_at ?? null,
    deleted_at: facts.deleted_at ?? null,
    status: statusOf(account, context),
    keys: keys.map((key) => keyView(account as Account, key, context.now)),
  };
};

const statusOf = (
  account: Account | Tombstone | Damaged,
  { plans }: ViewContext,
): AccountStatus => {
  if ('damaged' in account) return 'damaged';
  if (account.deleted_at) return 'deleted';
  if (account.suspended_at) return 'suspended';
  return plans.some(({ name }) => name === (account as Account).plan) ? 'active' : 'no_plan';
};

/** An address as a terminal may show it: its holder chose the characters. */
const printable = (email: string): string => email.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\ufffd');

/** A table of accounts, one per line. */
export const accountTableText = (accounts: readonly ShownAccount[]): string =>
  tableText([
    ['ID', 'E-MAIL OR OWNER', 'PLAN', 'KEYS', 'CREATED', 'STATUS'],
    ...accounts.map(({ id, email, owner, plan, keys, created_at, status }) => [
      id,
      email ?? owner ?? '-',
      plan ?? '-',
      String(activeKeys(keys)),
      created_at ? seconds(created_at) : '-',
      status,
    ]),
  ]);

/** How many keys are neither revoked nor expired. */
export const activeKeys = (keys: readonly KeyView[]): number =>
  keys.filter(({ status }) => status === 'active' || status === 'suspended').length;

/** An account: a fact per line, then a table of its keys. */
export const accountText = ({ keys, ...facts }: ShownAccount): string => {
  if (keys.length === 0) return factsText(facts);
  return `${factsText(facts)}\n\n${tableText([
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
