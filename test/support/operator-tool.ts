/** Runs the operator's tool in the test's own process. */
import { PassThrough, Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { expect } from '@jest/globals';
import { runAccounts } from '../../lib/tools/accounts/tool.ts';

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
  /** Runs a command that fails, and returns its error of one line. */
  readonly error: (words: string, input?: Input) => Promise<string>;
  /** Runs a command whose output is not read. */
  readonly unread: (words: string) => Promise<Ran>;
}

export const operatorTool = (client: DynamoDBClient): OperatorTool => {
  const runInto = async (stdout: Writable, args: readonly string[], input: Input) => {
    const stderr = new PassThrough();
    const complaints = text(stderr);
    const { env } = process;
    const stdin = Readable.from(typeof input === 'string' ? [input] : input);
    const code = await runAccounts(args, () => client, { stdin, stdout, stderr, env });
    stderr.end();
    return { code, stderr: await complaints };
  };
  const argsOf = (words: string) => [...words.split(' ').filter(Boolean), '--stage', 'prod'];

  const run = async (words: string, input: Input = ''): Promise<Ran> => {
    const stdout = new PassThrough();
    const said = text(stdout);
    const ended = await runInto(stdout, argsOf(words), input);
    stdout.end();
    return { ...ended, stdout: await said };
  };
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
      return { ...(await runInto(pipe, argsOf(words), '')), stdout: '' };
    },
  };
};
