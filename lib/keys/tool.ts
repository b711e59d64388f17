import { operatorAccounts } from '../accounts/operator-accounts.ts';
import { readKey } from '../operator/key-input.ts';
import type { Tool } from '../operator/run.ts';
import { grammar, help } from './command-line.ts';
import type { CommandContext, CommandOptions } from './commands.ts';
import { keyStore } from './key-store.ts';

/** The operator's tool for keys. */
export const keysTool: Tool<CommandOptions, CommandContext> = {
  grammar,
  help,
  context: (circumstances, client, { stdin, stderr }) => ({
    ...circumstances,
    keys: keyStore(client, circumstances.stage.name),
    accounts: operatorAccounts(client, circumstances.stage.name),
    readKey: () => readKey(stdin, stderr),
  }),
};
