/** The command line of the operator's tool for accounts and their keys. */
import { rejectAddresses, rejectKeys } from '../command-line/input.ts';
import { readOptions } from '../command-line/options.ts';
import { optionsOf } from './command.ts';
import { commands } from './commands.ts';
import { type CommandOptions, longestDuration, optionTypes, stageOption } from './options.ts';

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
export const readCommandLine = (args: readonly string[]) => {
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
      ...optionTypes,
    },
  });
  const { stage, json, help, ...given } = values;
  if (help) return undefined;
  const [name = '', id, ...rest] = positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    throw new Error(`Which command? ${Object.keys(commands).join(', ')}. --help explains them.`);
  }
  const options: CommandOptions = { ...given, ...(id !== undefined && { id }) };
  for (const option of Object.keys(options)) {
    if (!optionsOf(command).has(option)) {
      throw new Error(`${name} takes no ${option === 'id' ? 'id' : `--${option}`}.`);
    }
  }
  if (rest.length > 0) throw new Error(`${name} takes one id at a time.`);
  const subjects = ['id', 'email', 'key'].filter((option) => option in options);
  if (subjects.length > 1) throw new Error('Use either an id, --email - or --key -.');
  for (const option of ['email', 'key'] as const) {
    if ((options[option] ?? '-') !== '-') {
      throw new Error(`--${option} takes nothing but -, which asks for it.`);
    }
  }
  return { command, stage: stageOption(stage), options, json };
};
