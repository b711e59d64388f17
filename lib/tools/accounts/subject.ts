/** Which account or key a command is about. Addresses and keys are read from standard input, and never repeated. */
import type { Account, Tombstone } from '../../../functions/accounts/account.ts';
import { requireAccount } from '../../../functions/accounts/account-store.ts';
import { accountKey } from '../../../functions/accounts/changes.ts';
import { accountIdOf, accountOfKey, isAccountId } from '../../../functions/keys/format.ts';
import { keyHash, keyId } from '../../../functions/keys/hash.ts';
import type { CommandContext } from './command.ts';
import type { CommandOptions } from './options.ts';

/** The account: by its id, or with `--email -` by the address of its holder. */
export const accountOption = async (
  options: CommandOptions,
  context: CommandContext,
): Promise<Account | Tombstone> => {
  const byEmail = options.email !== undefined;
  return context.accounts.read(byEmail ? await idByEmail(options, context) : idOption(options));
};

/** The id of an account. */
export const idOption = ({ id = '' }: CommandOptions): string => {
  if (isAccountId(id)) return id;
  throw new Error(
    'Which account? Use its id, as list shows it, or --email -, which asks for the address.',
  );
};

/** A key and its account: by the key's id, or with `--key -` by the key itself. */
export const keyOption = async (
  options: CommandOptions,
  context: CommandContext,
): Promise<{ readonly account: Account; readonly key: string }> => {
  const key = options.key === undefined ? options.id : await idByKey(options, context);
  if (key === undefined || !isKeyId(key)) {
    throw new Error('Which key? Use its id, as show shows it, or --key -, which asks for the key.');
  }
  const account = requireAccount(await context.accounts.read(accountOf(key)));
  accountKey(account, key);
  return { account, key };
};

/** Whether the options say which key is meant. */
export const isKey = ({ id, key }: CommandOptions): boolean =>
  key !== undefined || (id !== undefined && isKeyId(id));

const idByEmail = async (
  { id, email, 'user-pool': pool }: CommandOptions,
  { stage, readEmail, users }: CommandContext,
): Promise<string> => {
  if (id !== undefined) throw new Error('Use either an id, --email - or --key -.');
  if (email !== '-') throw new Error('--email takes nothing but -, which asks for the address.');
  const address = await readEmail();
  if (address === '') throw new Error('No address was given.');
  const [only, ...others] = (await (await users(pool)).subsOf(address)).map(accountIdOf);
  if (only === undefined) {
    throw new Error(`No user of the stage "${stage.name}" has that address.`);
  }
  if (others.length === 0) return only;
  throw new Error(`Several users have that address. Use an id: ${[only, ...others].join(', ')}.`);
};

const idByKey = async (
  { id, email, key }: CommandOptions,
  { stage, readKey }: CommandContext,
): Promise<string> => {
  if ((id ?? email) !== undefined) throw new Error('Use either an id, --email - or --key -.');
  if (key !== '-') throw new Error('--key takes nothing but -, which asks for the key.');
  const text = await readKey();
  if (text === '') throw new Error('No key was given.');
  const account = accountOfKey(text, stage.name);
  if (account !== undefined) return keyId(account, keyHash(text));
  throw new Error(`That is not a key of the stage "${stage.name}", or not the whole key.`);
};

const accountOf = (key: string): string => key.split('-', 1).join();

const isKeyId = (text: string): boolean =>
  /-[0-9a-f]{8}$/.test(text) && isAccountId(text.slice(0, -9));
