/** The command line of the operator's tool. */
import { parseArgs } from 'node:util';
import { type Command, type CommandOptions, commands } from './commands.ts';
import { refuseKeys } from './key-input.ts';
import { type IssuingStage, stageOption } from './options.ts';
import { longestDuration } from './when.ts';

/** A command line that was understood: what the operator wants done. */
export interface Invocation {
  readonly command: Command;
  readonly stage: IssuingStage;
  readonly options: CommandOptions;
  /** Whether the result is for a script. */
  readonly json: boolean;
}

/** How the tool is used. */
export const help = `Issues API keys, and keeps their records.

Usage: npm run keys -- COMMAND --stage STAGE [--json]

${Object.entries(commands)
  .map(([name, { usage, summary }]) => `  ${`${name} ${usage}`.padEnd(49)}${summary}`)
  .join('\n')}

ID is what list shows. Where all you have is the key, say --key - in place of ID: the tool asks for
it, or reads it from standard input. Keys are not taken as arguments, since the shell's history and
npm's log keep those.

WHEN is a date (2030-12-31), a date and time (2030-12-31T12:00Z) or a duration from now. A DURATION
is a number and s, m, h or d (90d, 12h), at most ${longestDuration.text}.

--json prints JSON, for scripts; npm itself is silent with npm run --silent keys.

The tool uses your own AWS credentials and region, as the AWS CLI does, and the DynamoDB at
AWS_ENDPOINT_URL_DYNAMODB if that is set.`;

/**
 * Reads a command line.
 *
 * @returns what is wanted; `undefined` where it is help.
 * @throws {Error} for what can't be meant; the first line of its message says why.
 */
export const readCommandLine = (args: readonly string[]): Invocation | undefined => {
  // First, since whatever else is wrong with a command line may be quoted.
  refuseKeys(args);
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      stage: { type: 'string' },
      key: { type: 'string' },
      owner: { type: 'string' },
      plan: { type: 'string' },
      expires: { type: 'string' },
      grace: { type: 'string' },
      new: { type: 'boolean' },
      yes: { type: 'boolean' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const { stage, json, help: helpWanted, ...given } = values;
  if (helpWanted) return undefined;
  const [name, id, ...rest] = positionals;
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    const names = Object.keys(commands).join(', ');
    throw new Error(`Say what to do: ${names}. To read more, say --help.`);
  }
  const options: CommandOptions = { ...given, ...(id !== undefined && { id }) };
  for (const option of Object.keys(options) as (keyof CommandOptions)[]) {
    if (!command.takes.includes(option)) {
      throw new Error(`${name} takes no ${option === 'id' ? 'id' : `--${option}`}.`);
    }
  }
  if (rest.length > 0) throw new Error(`${name} takes one key at a time.`);
  return { command, stage: stageOption(stage), options, json };
};
