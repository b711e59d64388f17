import type { Writable } from 'node:stream';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { readOptions } from '../command-line/command-line.ts';
import { type Command, longestDuration, options } from './command.ts';
import { commands } from './commands.ts';
import { createContext, readDeployedStage, readStage } from './context.ts';
import { explain } from './explain.ts';
import { rejectSecrets, type ToolProcess } from './input.ts';

/** A command's line in the help. */
const usage = (name: string, { about, options: names = [], asks, summary }: Command): string => {
  const words = names.map((option) =>
    options[option].placeholder.replace(/^\[?/, `$&--${option} `),
  );
  const line = [name, about, ...words, asks && '[--yes]'].filter(Boolean).join(' ');
  return `  ${line.padEnd(48)}${summary}`;
};

const help = `Manages the accounts of a stage, and their keys.

Usage: npm run accounts -- COMMAND --stage STAGE [--json]

${Object.entries(commands)
  .map(([name, command]) => usage(name, command))
  .join('\n')}

ID is an account's id, as list shows it, and KEY the id of a key, as show shows it. In place of ID,
--email - asks for the holder's address; in place of KEY, --key - asks for the key. Both also read
standard input. Addresses and keys are never arguments, since the shell's history and npm's log keep
them. Where several user pools have the stage's name, --user-pool ID selects one.

WHEN is a date (2030-12-31, to its end in UTC), a date and time (2030-12-31T12:00Z) or a duration
from now. A DURATION is a number and s, m, h or d (90d, 12h), at most ${longestDuration.text}, as a grace 0s or at
least 2m.

--json prints JSON, for scripts; npm itself is silent with npm run --silent accounts.

The tool uses your AWS credentials and region, as the AWS CLI does. AWS_ENDPOINT_URL_DYNAMODB and
AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER replace AWS's own addresses.`;

/** What to do in place of naming an address in a command line. */
const addressAdvice = (command: Command | undefined): string => {
  const asked = command?.about?.includes('ID') ? ['use --email -, which asks for it'] : [];
  const named = command?.options?.filter((name) => name === 'name' || name === 'owner') ?? [];
  const advice = [...asked, ...named.map((name) => `leave it out of --${name}`)];
  return advice.join(', and ') || 'leave it out';
};

/** The command that is meant, its stage, and its options; `undefined` where the help is asked for. */
const readCommand = (args: readonly string[], environment: ToolProcess['env']) => {
  const named = args.find((arg) => Object.hasOwn(commands, arg)) ?? '';
  // First, since any other error may quote the command line.
  rejectSecrets(args, addressAdvice(commands[named]));
  if (environment.npm_config_stage !== undefined) {
    throw new Error('npm took --stage for its own option. Put -- first: npm run accounts -- …');
  }
  const text = { type: 'string' } as const;
  const { values, positionals } = readOptions({
    args,
    allowPositionals: true,
    options: {
      stage: text,
      email: text,
      key: text,
      'user-pool': text,
      json: { type: 'boolean' },
      yes: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
      ...options,
    },
  });
  if (values.help) return undefined;
  const [name = '', id] = positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    throw new Error(`Which command? ${Object.keys(commands).join(', ')}. --help explains them.`);
  }
  const { about = '', options: names = [], asks } = command;
  const taken = [
    ...['stage', 'json', ...names, asks ? 'yes' : ''],
    ...(about.includes('ID') ? ['id', 'email', 'user-pool'] : []),
    ...(about.includes('KEY') ? ['id', 'key'] : []),
  ];
  const given = { ...values, ...(id !== undefined && { id }) };
  for (const option of Object.keys(given)) {
    if (taken.includes(option)) continue;
    throw new Error(`${name} takes no ${option === 'id' ? 'id' : `--${option}`}.`);
  }
  const asked = [values.email, values.key].filter((value) => value !== undefined);
  if (asked.length + positionals.length > 2)
    throw new Error(`${name} takes one id, --email - or --key - at a time.`);
  if (asked.some((value) => value !== '-'))
    throw new Error('--email and --key take nothing but -, which asks for the value.');
  return { command, stage: readStage(values.stage), given: { id: undefined, ...given } };
};

/**
 * Runs the tool: writes the result to stdout, or an error in one line to stderr.
 *
 * @param args - the command line.
 * @param dynamodb - creates the client, once the command line is known to be valid.
 * @returns The exit code.
 */
export const runAccounts = async (
  args: readonly string[],
  dynamodb: () => DynamoDBClient,
  process: ToolProcess,
): Promise<number> => {
  const { stdout, stderr, env } = process;
  try {
    const invocation = readCommand(args, env);
    if (invocation === undefined) return await print(help, stdout);
    const { command, given, stage } = invocation;
    const deployed = await readDeployedStage(stage, env);
    const context = createContext(dynamodb(), deployed, given, process);
    const { json, text, issued } = await command.run(given, context);
    return await print(given.json ? JSON.stringify(json, null, 2) : text, stdout, issued);
  } catch (error) {
    stderr.write(`${explain(error, env)}\n`);
    return 1;
  }
};

/**
 * Writes a result, and returns the exit code. A closed pipe, as by `head`, is no error, unless the result contains a key.
 *
 * @param issued - the id of that key.
 */
const print = async (result: string, stdout: Writable, issued?: string): Promise<number> => {
  // The write gets the error, too. Without a listener, it would end the process.
  stdout.on('error', () => {});
  const error = await new Promise<NodeJS.ErrnoException | null | undefined>((resolve) => {
    stdout.write(`${result}\n`, resolve);
  });
  if (!error || (error.code === 'EPIPE' && issued === undefined)) return 0;
  const warning = issued ? ` The key ${issued} was issued but not shown: revoke it.` : '';
  throw new Error(`The result can't be written (${error.code}).${warning}`);
};
