/** The commands of the tool, and what they share. */
import type { Account, Tombstone } from '../../../functions/accounts/account.ts';
import type { CommandOutput } from '../command-line/command.ts';
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
  readonly takes: readonly (keyof CommandOptions)[];
  readonly usage: string;
  readonly summary: string;
  /** Rejects with an error whose message is for the operator. */
  readonly run: (options: CommandOptions, context: CommandContext) => Promise<CommandOutput>;
}

export type Commands = Readonly<Record<string, Command>>;

/** The options that say which account is meant. */
export const accountOptions = ['id', 'email', 'user-pool'] as const;

/** The options that say which key is meant. */
export const keyOptions = ['id', 'key'] as const;

/** How long functions may use what they have read of an account: see `cacheTtl`. */
export const withinAMinute = 'It takes up to a minute until this holds everywhere.';

/** An account as a confirmation names it. */
export const described = (account: Account | Tombstone, context: CommandContext): string => {
  const { id, email, owner, plan, keys } = shown(account, context);
  return `the account ${id} of ${email ?? owner}, plan ${plan}, active keys: ${activeKeys(keys)}`;
};

/** Rejects a command that would ask for a confirmation after standard input was read to its end. */
export const requireAnswer = (
  { yes, key, email }: CommandOptions,
  { interactive }: CommandContext,
): void => {
  if (yes || interactive || (key ?? email) === undefined) return;
  throw new Error(
    "Add --yes: standard input holds the key or the address, so it can't hold a confirmation.",
  );
};

/** Asks whether to go on, unless there was `--yes`. */
export const requireConfirmation = async (
  question: string,
  { yes }: CommandOptions,
  { confirm }: CommandContext,
): Promise<void> => {
  if (!yes && !(await confirm(question))) throw new Error('Nothing was done.');
};
