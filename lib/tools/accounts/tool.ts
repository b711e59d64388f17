import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { ToolProcess } from '../command-line/command.ts';
import { explain } from '../command-line/explain.ts';
import { confirm } from '../command-line/input.ts';
import { readKey } from '../command-line/key-input.ts';
import { print } from '../command-line/output.ts';
import { help, readCommandLine } from './command-line.ts';
import { readEmail } from './email-input.ts';
import { operatorAccounts } from './operator-accounts.ts';
import { stageUsers } from './user-pool.ts';

/**
 * Runs the operator's tool for accounts and their keys: writes the result to stdout, or an error in one line to
 * stderr.
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
  const { stdin, stdout, stderr, env } = process;
  try {
    const invocation = readCommandLine(args);
    if (invocation === undefined) {
      await print(help, undefined, stdout);
      return 0;
    }
    const { command, stage, options, json } = invocation;
    const output = await command.run(options, {
      stage,
      accounts: operatorAccounts(dynamodb(), stage),
      users: (userPool) => stageUsers(stage.name, userPool),
      now: Date.now,
      readEmail: () => readEmail(stdin, stderr),
      readKey: () => readKey(stdin, stderr),
      confirm: (question) => confirm(question, stdin, stderr),
      interactive: stdin.isTTY === true,
    });
    await print(json ? JSON.stringify(output.json, null, 2) : output.text, output.issued, stdout);
    return 0;
  } catch (error) {
    stderr.write(`${explain(error, env)}\n`);
    return 1;
  }
};
