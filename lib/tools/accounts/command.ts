/** What the commands of the tool share. */
import type { Account, Tombstone } from '../../../functions/accounts/account.ts';
import type { OperatorAccounts } from './operator-accounts.ts';
import type { AccountStage, CommandOptions } from './options.ts';
import type { StageUsers } from './user-pool.ts';
import { activeKeys, shown } from './view.ts';

export interface CommandContext {
  readonly stage: AccountStage;
  readonly accounts: OperatorAccounts;
  /** Finds the users of the stage: see `stageUsers`. */
  readonly users: (userPool: string | undefined) => Promise<StageUsers>;
  /** The clock, in milliseconds since the epoch. */
  readonly now: () => number;
  /** Asks for an address at a terminal, or reads standard input. */
  readonly readEmail: () => Promise<string>;
  /** Asks for a key in the same way. */
  readonly readKey: () => Promise<string>;
  readonly confirm: (question: string) => Promise<boolean>;
  /** Whether standard input is a terminal, and can answer more than one question. */
  readonly interactive: boolean;
}

export interface Command {
  /** Its arguments: no others are accepted. */
  readonly usage: string;
  readonly summary: string;
  /** Rejects with an error whose message is for the operator. */
  readonly run: (options: CommandOptions, context: CommandContext) => Promise<CommandOutput>;
}

/** The result of a command. */
export interface CommandOutput {
  readonly json: unknown;
  readonly text: string;
  /** The id of a key that the result shows once. */
  readonly issued?: string;
}

/** The options that a command accepts. `ID` and `KEY` in its usage stand for several: see the tool's help. */
export const optionsOf = ({ usage }: Command): ReadonlySet<string> =>
  new Set([
    ...(/\bID\b/.test(usage) ? ['id', 'email', 'user-pool'] : []),
    ...(/\bKEY\b/.test(usage) ? ['id', 'key'] : []),
    ...[...usage.matchAll(/--([a-z]+)/g)].map(([, name]) => String(name)),
  ]);

/** How long functions may use what they have read of an account: see `cacheTtl`. */
export const withinAMinute = 'It takes up to a minute until this holds everywhere.';

/**
 * Asks whether to change an account, unless there was `--yes`.
 *
 * @param change - e.g. `Suspend`.
 */
export const confirmChange = (
  change: string,
  account: Account | Tombstone,
  options: CommandOptions,
  context: CommandContext,
): Promise<void> => {
  const { id, email, owner, plan, keys } = shown(account, context);
  const described = `the account ${id} of ${email ?? owner}, plan ${plan}, active keys: ${activeKeys(keys)}`;
  return requireYes(`${change} ${described}?`, options, context);
};

/** Asks a question, unless there was `--yes`. */
export const requireYes = async (
  question: string,
  { yes, key, email }: CommandOptions,
  { confirm, interactive }: CommandContext,
): Promise<void> => {
  if (yes) return;
  if (!interactive && (key ?? email) !== undefined) {
    throw new Error(
      "Add --yes: standard input holds the key or the address, so it can't hold a confirmation.",
    );
  }
  if (!(await confirm(question))) throw new Error('Nothing was done.');
};
