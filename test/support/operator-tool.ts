/** Runs the operator's tool in the test's own process. */
import { type Duplex, PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { expect } from '@jest/globals';
import { runAccounts } from '../../lib/accounts/tool.ts';

/** What the operator types, at once or when it is read. */
type Input = string | AsyncIterable<string>;

/** Runs a command line. */
export const runTool = async (
  client: DynamoDBClient,
  args: readonly string[],
  input: Input = '',
  stdout: Duplex = new PassThrough(),
) => {
  const stderr = new PassThrough();
  const said = Promise.all([text(stdout).catch(() => ''), text(stderr)]);
  const { env } = process;
  const stdin = Readable.from(typeof input === 'string' ? [input] : input);
  const code = await runAccounts(args, () => client, { stdin, stdout, stderr, env });
  stdout.end();
  stderr.end();
  const [result, errors] = await said;
  return { code, stdout: result, stderr: errors };
};

/** The tool on the stage `prod`. */
export const operatorTool = (client: DynamoDBClient) => {
  const argsOf = (words: string) => [...words.split(' ').filter(Boolean), '--stage', 'prod'];
  const run = (words: string, input?: Input) => runTool(client, argsOf(words), input);
  return {
    run,
    /** Runs a command that succeeds, and returns its JSON. */
    // biome-ignore lint/suspicious/noExplicitAny: tests check what they expect.
    json: async (words: string, input?: string): Promise<any> => {
      const { code, stdout, stderr } = await run(`${words} --json`, input);
      expect([words, code, stderr]).toEqual([words, 0, '']);
      return JSON.parse(stdout);
    },
    /** Runs a command that fails, and returns its error, a single line. */
    error: async (words: string, input?: Input) => {
      const { code, stdout, stderr } = await run(words, input);
      expect([words, code, stdout]).toEqual([words, 1, '']);
      expect(stderr).toMatch(/^[^\n]+\n$/);
      return stderr.trimEnd();
    },
    /** Runs a command whose output is not read. */
    unread: (words: string) => {
      const closed = Object.assign(new Error('closed'), { code: 'EPIPE' });
      const pipe = new PassThrough({ write: (_chunk, _encoding, done) => done(closed) });
      return runTool(client, argsOf(words), '', pipe);
    },
  };
};
