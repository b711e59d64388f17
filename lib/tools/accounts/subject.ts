/** Which account or key a command is about. Addresses and keys are read from standard input, and never repeated. */
import type { Account, Tombstone } from '../../../functions/accounts/account.ts';
import { requireAccount } from '../../../functions/accounts/account-store.ts';
import { accountKey } from '../../../functions/accounts/changes.ts';
import { accountIdOf, accountOfKey, isAccountId } from '../../../functions/keys/format.ts';
import { keyHash, keyId } from '../../../functions/keys/hash.ts';
import type { CommandContext } from './command.ts';
import type { CommandOptions } from './options.ts';

/** The account: see {@link idOption}. */
export const accountOption = async (
  options: CommandOptions,
  context: CommandContext,
): Promise<Account | Tombstone> => context.accounts.read(await idOption(options, context));

/** The id of an account: the given one, or with `--email -` that of the address's holder. */
export const idOption = async (
  { id = '', email, 'user-pool': pool }: CommandOptions,
  { stage, readEmail, users }: CommandContext,
): Promise<string> => {
  if (email === undefined) {
    if (isAccountId(id)) return id;
    throw new Error(
      'Which account? Use its id, as list shows it, or --email -, which asks for the address.',
    );
  }
  const address = await readEmail();
  if (address === '') throw new Error('No address was given.');
  const [only, ...others] = (await (await users(pool)).subsOf(address)).map(accountIdOf);
  if (only === undefined) {
    throw new Error(`No user of the stage "${stage.name}" has that address.`);
  }
  if (others.length === 0) return only;
  throw new Error(`Several users have that address. Use an id: ${[only, ...others].join(', ')}.`);
};

/** A key's id and its account: by the id, or with `--key -` by the key itself. */
export const keyOption = async (
  options: CommandOptions,
  context: CommandContext,
): Promise<{ readonly account: Account; readonly key: string }> => {
  const { id = '' } = options;
  const key = options.key === undefined ? id : await idOfKey(context);
  if (!isKeyId(key)) {
    throw new Error('Which key? Use its id, as show shows it, or --key -, which asks for the key.');
  }
  const account = requireAccount(await context.accounts.read(String(key.split('-', 1))));
  accountKey(account, key);
  return { account, key };
};

/** Whether the options say which key is meant. */
export const isKey = ({ id = '', key }: CommandOptions): boolean =>
  key !== undefined || isKeyId(id);

const idOfKey = async ({ stage, readKey }: CommandContext): Promise<string> => {
  const key = await readKey();
  if (key === '') throw new Error('No key was given.');
  const account = accountOfKey(key, stage.name);
  if (account !== undefined) return keyId(account, keyHash(key));
  throw new Error(`That is not a key of the stage "${stage.name}", or not the whole key.`);
};

const isKeyId = (text: string): boolean =>
  /-[0-9a-f]{8}$/.test(text) && isAccountId(text.slice(0, -9));
