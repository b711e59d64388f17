/** A process that runs CDK apps for its parent, since loading the CDK and its rules takes longer than all stacks. */
import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

export interface AppRun {
  /** The path of its module from the project's root. */
  readonly app: string;
  readonly environment: Readonly<Record<string, string>>;
}

export interface AppOutcome {
  readonly exitCode: number | null;
  readonly output: string;
}

let output = '';
for (const stream of [process.stdout, process.stderr]) {
  stream.write = (text: string | Uint8Array) => {
    output += String(text);
    return true;
  };
}

const programs = process.env;

let runs = 0;

const run = async ({ app, environment }: AppRun): Promise<AppOutcome> => {
  output = '';
  process.exitCode = 0;
  process.env = { ...programs, ...environment };
  runs += 1;
  try {
    await import(`${pathToFileURL(path.resolve(app))}?run=${runs}`);
    // Apps are synthesized at the end of the process.
    process.emit('beforeExit', 0);
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
    // Otherwise a failed app would be synthesized with the next.
    process.removeAllListeners('beforeExit');
  }
  const { exitCode } = process;
  process.exitCode = 0;
  return { exitCode: Number(exitCode), output };
};

process.on('message', async (message: AppRun) => {
  process.send?.(await run(message));
  // For programs that load the CDK as well.
  if (runs === 1) flushCompileCache();
});
