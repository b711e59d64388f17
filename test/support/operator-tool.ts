/** Runs the operator's tool in the test's own process. */
import { PassThrough, Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { expect } from '@jest/globals';
import { runAccounts } from '../../lib/accounts/tool.ts';

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What the operator types, at once or when it is read. */
type Input = string | AsyncIterable<string>;

export interface OperatorTool {
  readonly run: (words: string, input?: Input) => Promise<Ran>;
  /** Runs a command that succeeds, and returns its JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests check what they expect.
  readonly json: (words: string, input?: string) => Promise<any>;
  /** Runs a command that fails, and returns its error, a single line. */
  readonly error: (words: string, input?: Input) => Promise<string>;
  /** Runs a command whose output is not read. */
  readonly unread: (words: string) => Promise<Ran>;
}

const runInto = async (
  stdout: Writable,
  client: DynamoDBClient,
  args: readonly string[],
  input: Input,
) => {
  const stderr = new PassThrough();
  const complaints = text(stderr);
  const { env } = process;
  const stdin = Readable.from(typeof input === 'string' ? [input] : input);
  const code = await runAccounts(args, () => client, { stdin, stdout, stderr, env });
  stderr.end();
  return { code, stderr: await complaints };
};

/** Runs a command line. */
export const runTool = async (
  client: DynamoDBClient,
  args: readonly string[],
  input: Input = '',
): Promise<Ran> => {
  const stdout = new PassThrough();
  const said = text(stdout);
  const ended = await runInto(stdout, client, args, input);
  stdout.end();
  return { ...ended, stdout: await said };
};

/** The tool on the stage `prod`. */
export const operatorTool = (client: DynamoDBClient): OperatorTool => {
  const argsOf = (words: string) => [...words.split(' ').filter(Boolean), '--stage', 'prod'];
  const run = (words: string, input?: Input) => runTool(client, argsOf(words), input);
  return {
    run,
    json: async (words, input) => {
      const { code, stdout, stderr } = await run(`${words} --json`, input);
      expect([words, code, stderr]).toEqual([words, 0, '']);
      return JSON.parse(stdout);
    },
    error: async (words, input) => {
      const { code, stdout, stderr } = await run(words, input);
      expect([words, code, stdout]).toEqual([words, 1, '']);
      expect(stderr).toMatch(/^[^\n]+\n$/);
      return stderr.trimEnd();
    },
    unread: async (words) => {
      const closed = Object.assign(new Error('closed'), { code: 'EPIPE' });
      const pipe = new Writable({ write: (_chunk, _encoding, done) => done(closed) });
      return { ...(await runInto(pipe, client, argsOf(words), '')), stdout: '' };
    },
  };
};
