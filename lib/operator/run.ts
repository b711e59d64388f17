import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Circumstances, ToolProcess } from './command.ts';
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
  readonly context: (
    circumstances: Circumstances,
    client: DynamoDBClient,
    process: ToolProcess,
  ) => Context;
}

/**
 * Runs a tool: writes the result to stdout, or in one line to stderr what went wrong.
 *
 * @param args - the command line.
 * @param dynamodb - makes the client, once the command line is understood.
 * @returns the exit code.
 */
export const runTool = async <Options extends object, Context extends Circumstances>(
  { grammar, help, context }: Tool<Options, Context>,
  args: readonly string[],
  dynamodb: () => DynamoDBClient,
  process: ToolProcess,
): Promise<number> => {
  const { stdin, stdout, stderr, env } = process;
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
      explain: (error: unknown) => explain(error, env),
      confirm: (question: string) => confirm(question, process),
      interactive: stdin.isTTY === true,
    };
    const output = await command.run(options, context(circumstances, dynamodb(), process));
    await print(json ? JSON.stringify(output.json, null, 2) : output.text, output.issued, stdout);
    if (output.warning) stderr.write(`Warning: ${output.warning}\n`);
    return 0;
  } catch (error) {
    stderr.write(`${explain(error, env)}\n`);
    return 1;
  }
};
