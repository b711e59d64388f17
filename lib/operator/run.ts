import type { Circumstances, Terminal } from './command.ts';
import { type Grammar, readCommandLine } from './command-line.ts';
import { confirm } from './confirm.ts';
import { explain } from './explain.ts';
import { print } from './output.ts';

/** A tool of the operator's. */
export interface Tool<Options, Context extends Circumstances> {
  readonly grammar: Grammar<Options, Context>;
  /** How it is used. */
  readonly help: string;
  /** What its commands have at hand besides. */
  readonly context: (circumstances: Circumstances, terminal: Terminal) => Context;
}

/**
 * Does what a command line says: writes the result to stdout, or in one line to stderr what went wrong.
 *
 * @returns the exit code.
 */
export const runTool = async <Options extends object, Context extends Circumstances>(
  { grammar, help, context }: Tool<Options, Context>,
  args: readonly string[],
  terminal: Terminal = process,
): Promise<number> => {
  const { stdin, stdout, stderr, env } = terminal;
  try {
    const invocation = readCommandLine(grammar, args);
    if (invocation === undefined) {
      await print(help, undefined, stdout);
      return 0;
    }
    const { command, stage, options, json } = invocation;
    const circumstances = {
      stage,
      now: Date.now,
      confirm: (question: string) => confirm(question, terminal),
      interactive: stdin.isTTY === true,
    };
    const output = await command.run(options, context(circumstances, terminal));
    await print(json ? JSON.stringify(output.json, null, 2) : output.text, output.issued, stdout);
    if (output.warning) stderr.write(`Warning: ${output.warning}\n`);
    return 0;
  } catch (error) {
    stderr.write(`${explain(error, env)}\n`);
    return 1;
  }
};
