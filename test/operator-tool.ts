/** Runs an operator's tool in the test's own process, as a person runs it. */
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Circumstances } from '../lib/operator/command.ts';
import { runTool, type Tool } from '../lib/operator/run.ts';

/** How a tool ended, and what it wrote. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Makes what runs command lines of a tool, with what stands on its standard input. */
export const toolRunner =
  <Options extends object, Context extends Circumstances>(
    tool: Tool<Options, Context>,
    dynamodb: () => DynamoDBClient,
  ) =>
  async (words: string, input = ''): Promise<Ran> => {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const written = Promise.all([text(stdout), text(stderr)]);
    const { env } = process;
    const stdin = Readable.from([input]);
    const args = words.split(' ').filter(Boolean);
    const code = await runTool(tool, args, dynamodb, { stdin, stdout, stderr, env });
    stdout.end();
    stderr.end();
    const [said, complained] = await written;
    return { code, stdout: said, stderr: complained };
  };
