import type { Tool } from '../operator/run.ts';
import { grammar, help } from './command-line.ts';
import { readEmail } from './email-input.ts';
import { operatorAccounts } from './operator-accounts.ts';
import type { CommandContext, CommandOptions } from './options.ts';
import { stageSignInRemover } from './user-pool.ts';

/** The operator's tool for accounts. */
export const accountsTool: Tool<CommandOptions, CommandContext> = {
  grammar,
  help,
  context: (circumstances, client, { stdin, stderr }) => ({
    ...circumstances,
    accounts: operatorAccounts(client, circumstances.stage.name),
    readEmail: () => readEmail(stdin, stderr),
    signInRemover: (userPool) => stageSignInRemover(circumstances.stage.name, userPool),
  }),
};
