/** What a command is told, and has at hand. */
import type { Account } from '../../functions/accounts/account.ts';
import type { RemoveSignIn } from '../../functions/aws/user-pool.ts';
import type { Circumstances } from '../operator/command.ts';
import type { OperatorAccounts } from './operator-accounts.ts';

/** The options of a command, as they stand on the command line. */
export interface CommandOptions {
  /** The word after the command: which account. */
  readonly id?: string;
  /** `-` where the address is to be read. */
  readonly email?: string;
  readonly plan?: string;
  readonly 'user-pool'?: string;
  readonly yes?: boolean;
}

/** What a command has at hand. */
export interface CommandContext extends Circumstances {
  readonly accounts: OperatorAccounts;
  /** Asks the operator for an address, or reads it from standard input. */
  readonly readEmail: () => Promise<string>;
  /** Finds what removes sign-ins, in the user pool with this id if one is said. */
  readonly signInRemover: (userPool: string | undefined) => Promise<RemoveSignIn>;
}

/** A `sub` of OpenID Connect, as far as it can be told from a slip of the keyboard. */
const accountId = /^[\x21-\x7e]{1,255}$/;

/**
 * The account that is meant: by the id that stands on the command line, or with `--email -` by the
 * address which `readEmail` gives. An address is never echoed.
 */
export const accountOption = async (
  { id, email }: CommandOptions,
  { accounts, readEmail }: CommandContext,
): Promise<Account> => {
  if (email === undefined) {
    if (id !== undefined && accountId.test(id)) return accounts.find(id);
    throw new Error(
      'Say which account: by its id, as list shows it, or with --email -, which asks for the address.',
    );
  }
  if (id !== undefined) throw new Error('Say which account once: by its id, or with --email -.');
  if (email !== '-') throw new Error('--email takes only -: the address itself is asked for.');
  const address = await readEmail();
  if (address === '') throw new Error('No address was given.');
  return accounts.findByEmail(address);
};
