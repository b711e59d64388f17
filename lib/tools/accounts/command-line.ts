/** The command line of the operator's tool for accounts and their keys. */
import { rejectKeys } from '../command-line/key-input.ts';
import { readOptions } from '../command-line/options.ts';
import { accountCommands } from './account-commands.ts';
import type { Command, Commands } from './command.ts';
import { rejectAddresses } from './email-input.ts';
import { keyCommands } from './key-commands.ts';
import { type AccountStage, type CommandOptions, stageOption } from './options.ts';
import { longestDuration } from './when.ts';

/** What the operator asked for. */
export interface Invocation {
  readonly command: Command;
  readonly stage: AccountStage;
  readonly options: CommandOptions;
  readonly json: boolean;
}

const commands: Commands = { ...accountCommands, ...keyCommands };

const usage = Object.entries(commands)
  .map(([name, command]) => `  ${`${name} ${command.usage}`.padEnd(48)}${command.summary}`)
  .join('\n');

export const help = `Manages the accounts of a stage, and their keys.

Usage: npm run accounts -- COMMAND --stage STAGE [--json]

${usage}

ID is an account's id, as list shows it, and KEY the id of a key, as show shows it. In place of ID,
--email - asks for the holder's address; in place of KEY, --key - asks for the key. Both also read
standard input. Addresses and keys are never arguments, since the shell's history and npm's log keep
them. Where several user pools have the stage's name, --user-pool ID selects one.

WHEN is a date (2030-12-31), a date and time (2030-12-31T12:00Z) or a duration from now. A DURATION
is a number and s, m, h or d (90d, 12h), at most ${longestDuration.text}.

--json prints JSON, for scripts; npm itself is silent with npm run --silent accounts.

The tool uses your AWS credentials and region, as the AWS CLI does. AWS_ENDPOINT_URL_DYNAMODB and
AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER replace AWS's own addresses.`;

/**
 * Reads a command line.
 *
 * @returns `undefined` where the help is asked for.
 * @throws {Error} for an invalid command line.
 */
export const readCommandLine = (args: readonly string[]): Invocation | undefined => {
  // First, since any other error may quote the command line.
  rejectKeys(args);
  rejectAddresses(args);
  const { values, positionals } = readOptions({
    args,
    allowPositionals: true,
    options: {
      stage: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
      email: { type: 'string' },
      key: { type: 'string' },
      owner: { type: 'string' },
      name: { type: 'string' },
      plan: { type: 'string' },
      expires: { type: 'string' },
      grace: { type: 'string' },
      from: { type: 'string' },
      'user-pool': { type: 'string' },
      yes: { type: 'boolean' },
    },
  });
  const { stage, json, help, ...given } = values;
  if (help) return undefined;
  const [name = '', id, ...rest] = positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    throw new Error(`Which command? ${Object.keys(commands).join(', ')}. --help explains them.`);
  }
  const options = { ...given, ...(id !== undefined && { id }) };
  for (const option of Object.keys(options)) {
    if (!(command.takes as readonly string[]).includes(option)) {
      throw new Error(`${name} takes no ${option === 'id' ? 'id' : `--${option}`}.`);
    }
  }
  if (rest.length > 0) throw new Error(`${name} takes one id at a time.`);
  return { command, stage: stageOption(stage), options, json };
};
