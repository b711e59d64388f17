/**
 * A process that runs CDK apps one after the other, each as the CDK's CLI would: to load the CDK and its
 * rules takes longer than all stacks. What to run comes as messages from its parent.
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

/** What became of a run. */
export interface AppOutcome {
  readonly exitCode: number | null;
  /** All that the app has written. */
  readonly output: string;
}

let output = '';
takeWritten((text) => {
  output += text;
});

/** Where programs are, and how esbuild is to run. */
const programs = process.env;

let runs = 0;

const run = async ({ app, environment }: AppRun): Promise<AppOutcome> => {
  output = '';
  process.exitCode = 0;
  process.env = { ...programs, ...environment };
  runs += 1;
  try {
    await import(`${pathToFileURL(path.resolve(app))}?run=${runs}`);
    // An app is synthesized at the end of its process.
    process.emit('beforeExit', 0);
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
    // An app that failed before its end is not to be synthesized at the next one's.
    process.removeAllListeners('beforeExit');
  }
  const { exitCode } = process;
  process.exitCode = 0;
  return { exitCode: Number(exitCode), output };
};

process.on('message', async (message: AppRun) => process.send?.(await run(message)));
