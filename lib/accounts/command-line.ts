/** The command line of the tool for accounts. */
import { type Grammar, usageText } from '../operator/command-line.ts';
import { refuseKeys } from '../operator/key-input.ts';
import { commands } from './commands.ts';
import { refuseAddresses } from './email-input.ts';
import type { CommandContext, CommandOptions } from './options.ts';

/** What its command lines may say. */
export const grammar: Grammar<CommandOptions, CommandContext> = {
  commands,
  options: { email: 'string', plan: 'string', 'user-pool': 'string', yes: 'boolean' },
  subject: 'account',
  refuse: (args) => {
    refuseKeys(
      args,
      'Say npm run keys -- show --key -, which asks for the key, and says whose it is.',
    );
    refuseAddresses(args);
  },
};

/** How the tool is used. */
export const help = `Looks after the accounts of callers, who make their keys themselves.

Usage: npm run accounts -- COMMAND --stage STAGE [--json]

${usageText(commands, 38)}

ID is what list shows. Where all you have is the address, say --email - in place of ID: the tool
asks for it, or reads it from standard input. Addresses are not taken as arguments, since the
shell's history and npm's log keep those.

What is changed holds for all keys of the account, everywhere within a minute. A suspended account's
holder still sees it, and can revoke its keys and delete it. What is deleted does not come back.

--json prints JSON, for scripts; npm itself is silent with npm run --silent accounts.

The tool uses your own AWS credentials and region, as the AWS CLI does, and the DynamoDB at
AWS_ENDPOINT_URL_DYNAMODB if that is set. delete looks for the stage's user pool in Cognito, or at
AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER; where several have its name, --user-pool says which.`;
