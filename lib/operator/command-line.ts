/** The command line of an operator's tool. */
import { parseArgs } from 'node:util';
import type { Command, Commands } from './command.ts';
import { type IssuingStage, stageOption } from './options.ts';

/** A command line that was understood: what the operator wants done. */
export interface Invocation<Options, Context> {
  readonly command: Command<Options, Context>;
  readonly stage: IssuingStage;
  readonly options: Options;
  /** Whether the result is for a script. */
  readonly json: boolean;
}

/** What a command line may say. */
export interface Grammar<Options, Context> {
  readonly commands: Commands<Options, Context>;
  /** The options of the commands by name, besides `--stage`, `--json` and `--help`, which each has. */
  readonly options: Readonly<Record<Exclude<keyof Options, 'id'>, 'string' | 'boolean'>>;
  /** What an id names, e.g. `key`. */
  readonly subject: string;
  /** Throws an error for a command line on which something stands that may not, and does not echo it. */
  readonly refuse: (args: readonly string[]) => void;
}

/** A line of help for each command. */
export const usageText = (commands: Commands<never, never>, width: number): string =>
  Object.entries(commands)
    .map(([name, { usage, summary }]) => `  ${`${name} ${usage}`.padEnd(width)}${summary}`)
    .join('\n');

/**
 * Reads a command line.
 *
 * @returns what is wanted; `undefined` where it is help.
 * @throws {Error} for what can't be meant; the first line of its message says why.
 */
export const readCommandLine = <Options extends object, Context>(
  { commands, options, subject, refuse }: Grammar<Options, Context>,
  args: readonly string[],
): Invocation<Options, Context> | undefined => {
  // First, since whatever else is wrong with a command line may be quoted.
  refuse(args);
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...Object.fromEntries(
        Object.entries<'string' | 'boolean'>(options).map(([name, type]) => [name, { type }]),
      ),
      stage: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const { stage, json, help, ...given } = values;
  if (help) return undefined;
  const [name, id, ...rest] = positionals;
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    const names = Object.keys(commands).join(', ');
    throw new Error(`Say what to do: ${names}. To read more, say --help.`);
  }
  const said = { ...given, ...(id !== undefined && { id }) };
  for (const option of Object.keys(said)) {
    if (!(command.takes as readonly string[]).includes(option)) {
      throw new Error(`${name} takes no ${option === 'id' ? 'id' : `--${option}`}.`);
    }
  }
  if (rest.length > 0) throw new Error(`${name} takes one ${subject} at a time.`);
  // parseArgs took nothing that `options` does not name, nor with another type.
  return { command, stage: stageOption(stage), options: said as Options, json };
};
