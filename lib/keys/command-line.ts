/** The command line of the tool for keys. */
import { type Grammar, usageText } from '../operator/command-line.ts';
import { refuseKeys } from '../operator/key-input.ts';
import { type CommandContext, type CommandOptions, commands } from './commands.ts';
import { longestDuration } from './when.ts';

/** How the tool is used. */
export const help = `Issues API keys, and keeps their records.

Usage: npm run keys -- COMMAND --stage STAGE [--json]

${usageText(commands, 49)}

ID is what list shows. Where all you have is the key, say --key - in place of ID: the tool asks for
it, or reads it from standard input. Keys are not taken as arguments, since the shell's history and
npm's log keep those.

WHEN is a date (2030-12-31), a date and time (2030-12-31T12:00Z) or a duration from now. A DURATION
is a number and s, m, h or d (90d, 12h), at most ${longestDuration.text}.

Keys that callers made are listed by their account's address. They can be shown and revoked here;
all else of an account is for npm run accounts.

--json prints JSON, for scripts; npm itself is silent with npm run --silent keys.

The tool uses your own AWS credentials and region, as the AWS CLI does, and the DynamoDB at
AWS_ENDPOINT_URL_DYNAMODB if that is set.`;

/** What its command lines may say. */
export const grammar: Grammar<CommandOptions, CommandContext> = {
  commands,
  options: {
    key: 'string',
    owner: 'string',
    plan: 'string',
    expires: 'string',
    grace: 'string',
    new: 'boolean',
    yes: 'boolean',
  },
  subject: 'key',
  refuse: (args) => refuseKeys(args, 'Say --key -, which asks for the key.'),
};
