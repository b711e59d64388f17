/** What the tool shows of accounts and keys. What does not apply is `null`; times are ISO 8601 in UTC. */
import type { Account, Tombstone } from '../../functions/accounts/account.ts';
import { keyView } from '../../functions/accounts/account-view.ts';
import type { KeyView } from '../../functions/accounts/views.ts';
import { tableText } from '../settings/command-line.ts';
import type { AccountStage } from './context.ts';
import type { Damaged } from './operator-accounts.ts';

/** The facts of an account, in the order in which they are shown. `sub` is the user in the user pool. */
const facts = [
  'sub',
  'email',
  'owner',
  'plan',
  'created_at',
  'changed_at',
  'suspended_at',
  'deleted_at',
] as const;

/** An account as the operator sees it. */
export type ShownAccount = ReturnType<typeof shown>;

/** Shows an account, and its keys, the oldest first. */
export const shown = (account: Account | Tombstone | Damaged, { plans }: AccountStage) => {
  const { id, keys = [], ...known } = account as Partial<Account> & { readonly id: string };
  type Facts = Readonly<Record<(typeof facts)[number], string | null>>;
  return {
    id,
    ...(Object.fromEntries(facts.map((name) => [name, known[name] ?? null])) as Facts),
    ...(known.email !== undefined && { email: printable(known.email) }),
    status: statusOf(account, plans),
    keys: keys.map((key) => keyView(account as Account, key, Date.now())),
  };
};

/** `no_plan`: its plan is not one of the stage's. `damaged`: its item can't be read. Its keys get 500. */
const statusOf = (account: Account | Tombstone | Damaged, plans: AccountStage['plans']) => {
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
    ...accounts.map(({ id, email, owner, plan, keys, created_at, status }) => {
      return [id, email ?? owner, plan, activeKeys(keys), seconds(created_at), status];
    }),
  ]);

/** How many keys are neither revoked nor expired. */
export const activeKeys = (keys: readonly KeyView[]): number =>
  keys.filter(({ status }) => status === 'active' || status === 'suspended').length;

/** An account: a fact per line, then a table of its keys. */
export const accountText = ({ keys, ...facts }: ShownAccount): string => {
  if (keys.length === 0) return factsText(facts);
  return `${factsText(facts)}\n\n${tableText([
    ['ID', 'KEY', 'NAME', 'CREATED', 'EXPIRES', 'STATUS'],
    ...keys.map(({ id, start, name, created_at, expires_at, status }) => {
      return [id, `${start}…`, name, seconds(created_at), seconds(expires_at) ?? 'never', status];
    }),
  ])}`;
};

/** The facts that are not `null`, one per line. */
export const factsText = (facts: object): string => {
  const known = Object.entries(facts).filter(([, value]) => value !== null);
  const width = Math.max(...known.map(([name]) => name.length));
  return known.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n');
};

/** A time to the second. */
const seconds = (time: string | null) => time?.replace(/\.\d+Z$/, 'Z');
