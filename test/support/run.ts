import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { programEnvironment, projectRoot } from './local-server.ts';

interface Options {
  /** Default: the project's root. */
  readonly cwd?: string;
  /** Default: `programEnvironment`. */
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: string;
}

/** Runs a command to its end. */
export const run = async (
  command: string,
  args: readonly string[],
  { cwd = projectRoot, env = programEnvironment(), input = '' }: Options = {},
) => {
  const child = spawn(command, args, { cwd, env });
  child.stdin.end(input);
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { status: status as number | null, stdout, stderr };
};

/** Runs a program in Node. */
export const runNode = (args: readonly string[], options?: Options) =>
  run(process.execPath, args, options);
