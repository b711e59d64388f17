/**
 * A process that runs CDK apps like the CDK's CLI, one at a time: loading the CDK and its rules takes longer than all
 * stacks. The parent process sends what to run.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { takeWritten } from '../written.ts';

/** An app to run. */
export interface AppRun {
  /** The path of its module, from the project's root. */
  readonly app: string;
  readonly environment: Readonly<Record<string, string>>;
}

export interface AppOutcome {
  readonly exitCode: number | null;
  readonly output: string;
}

let output = '';
takeWritten((text) => {
  output += text;
});

/** PATH, and the settings of esbuild. */
const programs = process.env;

let runs = 0;

const run = async ({ app, environment }: AppRun): Promise<AppOutcome> => {
  output = '';
  process.exitCode = 0;
  process.env = { ...programs, ...environment };
  runs += 1;
  try {
    await import(`${pathToFileURL(path.resolve(app))}?run=${runs}`);
    // The CDK synthesizes at this event.
    process.emit('beforeExit', 0);
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
    // Else the next run would synthesize this app, too.
    process.removeAllListeners('beforeExit');
  }
  const { exitCode } = process;
  process.exitCode = 0;
  return { exitCode: Number(exitCode), output };
};

process.on('message', async (message: AppRun) => process.send?.(await run(message)));
