import type { Account } from '../../functions/accounts/account.ts';
import type { CommandContext, CommandOptions } from './commands.ts';

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
