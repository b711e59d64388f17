/** Runs the operator's tool in the test's own process. */
import { type Duplex, PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { expect } from '@jest/globals';
import { runAccounts } from '../../lib/accounts/tool.ts';
import { localCredentials } from '../../lib/local/developer-credentials.ts';
import { serveReplies } from './serve.ts';

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
  // By default as on a laptop.
  const env = { AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:9', ...process.env };
  const stdin = Readable.from(typeof input === 'string' ? [input] : input);
  const code = await runAccounts(args, () => client, { stdin, stdout, stderr, env });
  stdout.end();
  stderr.end();
  const [result, errors] = await said;
  return { code, stdout: result, stderr: errors };
};

/**
 * Starts the CloudFormation and the CloudWatch Logs of a `prod` with these plans, whose DynamoDB counts as AWS's from
 * then on. Resolves to the recorded changes, and whether the log refuses more.
 */
export const startDeployment = async (plans: readonly string[]) => {
  const log = { changes: [] as Readonly<Record<string, string>>[], isFull: false };
  const output = (key: string, value: string) =>
    `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`;
  const outputs = output('Plans', JSON.stringify(plans)) + output('OperatorLogName', 'the-log');
  const stacks = `<Stacks><member><Outputs>${outputs}</Outputs></member></Stacks>`;
  const url = await serveReplies(({ headers }, text) => {
    if (headers['x-amz-target'] === undefined) {
      expect(new URLSearchParams(text).get('StackName')).toBe('amplify-prod');
      return { status: 200, body: `<R><DescribeStacksResult>${stacks}</DescribeStacksResult></R>` };
    }
    if (log.isFull) return { status: 400, body: '{"__type":"AccessDenied","message":"No"}' };
    const { logGroupName, logEvents = [] } = JSON.parse(text);
    expect(logGroupName).toBe('the-log');
    for (const { message } of logEvents) log.changes.push(JSON.parse(message).message);
    return { status: 200, body: '{}' };
  });
  const addresses = { AWS_ENDPOINT_URL_CLOUDFORMATION: url, AWS_ENDPOINT_URL_CLOUDWATCH_LOGS: url };
  Object.assign(process.env, localCredentials, addresses, { AWS_ENDPOINT_URL_DYNAMODB: '' });
  return log;
};

/** The tool on the stage `prod`. */
export const operatorTool = (client: DynamoDBClient) => {
  const toArguments = (words: string) => [...words.split(' ').filter(Boolean), '--stage', 'prod'];
  const run = (words: string, input?: Input) => runTool(client, toArguments(words), input);
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
      return runTool(client, toArguments(words), '', pipe);
    },
  };
};
