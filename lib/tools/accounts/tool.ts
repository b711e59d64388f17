import type { Writable } from 'node:stream';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { explain } from '../command-line/explain.ts';
import { confirm, readEmail, readKey, type ToolProcess } from '../command-line/input.ts';
import { help, readCommandLine } from './command-line.ts';
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
      await print(help, stdout);
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
    await print(json ? JSON.stringify(output.json, null, 2) : output.text, stdout, output.issued);
    return 0;
  } catch (error) {
    stderr.write(`${explain(error, env)}\n`);
    return 1;
  }
};

/**
 * Writes a result. A closed pipe, as by `head`, is no error, unless the result contains a key.
 *
 * @param issued - the id of that key.
 */
const print = async (result: string, stdout: Writable, issued?: string): Promise<void> => {
  // The write gets the error, too. Without a listener, it would end the process.
  stdout.on('error', () => {});
  const error = await new Promise<NodeJS.ErrnoException | null | undefined>((resolve) => {
    stdout.write(`${result}\n`, resolve);
  });
  if (!error || (error.code === 'EPIPE' && issued === undefined)) return;
  const whatIsLeft =
    issued === undefined ? '' : ` The key ${issued} was issued but not shown: revoke it.`;
  throw new Error(`The result can't be written (${error.code}).${whatIsLeft}`);
};
