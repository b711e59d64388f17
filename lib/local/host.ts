import { inspect } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { Outcome } from './response.ts';

/**
 * A thread's stack size in MiB. A function can recurse as deeply as on Lambda's main thread, which has V8's default of
 * 984 KiB: Node reserves 192 KiB more in a thread, and 18 KiB are used before the function's code runs.
 */
const stackSizeMb = (984 + 192 + 18) / 1024;

/** How many events a function handles at a time, one per thread: Lambda's limit in a new account. */
const maxThreads = 10;

/** If no thread becomes free for so many milliseconds, a new one starts, which takes longer than most requests. */
const growthDelay = 250;

/** Lambda's limit in bytes: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const maxEventSize = 6 * 1024 * 1024;

export interface HostedFunction {
  readonly functionName: string;
  /** The folder with `index.mjs`, which exports `handler`, and the files that it loads. */
  readonly folder: string;
  /** All its variables besides those that Lambda sets: it inherits none of this process. */
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
  /** Receives what the function writes and the errors that end it. */
  readonly onOutput?: (text: string) => void;
}

export type FunctionHost = ReturnType<typeof hostFunction>;

/** Runs a function in threads, which simulate Lambda's execution environments: the first event starts the first. */
export const hostFunction = ({
  functionName,
  folder,
  environment,
  timeoutSeconds,
  onOutput = (text) => process.stderr.write(text),
}: HostedFunction) => {
  const threads = new Set<Worker>();
  let loading: Worker | undefined;
  /** In the order of their last use. */
  let idle: Worker[] = [];
  /** Events take a thread here, or `undefined` if the code can't be loaded. */
  const waiting: ((thread?: Worker) => void)[] = [];
  const inFlight = new Set<Promise<Outcome>>();

  const start = () => {
    const thread = new Worker(new URL('./function-worker.mjs', import.meta.url), {
      stdout: true,
      stderr: true,
      resourceLimits: { stackSizeMb },
      env: { AWS_LAMBDA_FUNCTION_NAME: functionName, LAMBDA_TASK_ROOT: folder, ...environment },
    });
    loading = thread;
    threads.add(thread);
    for (const out of [thread.stdout, thread.stderr]) out.setEncoding('utf8').on('data', onOutput);
    thread.on('error', (error) => onOutput(`${functionName}: ${inspect(error)}\n`));
    // Lambda's limit.
    setTimeout(() => {
      if (loading !== thread) return;
      onOutput(`${functionName}: did not load within 10 s\n`);
      void thread.terminate();
    }, 10_000).unref();
    thread.once('message', () => release(thread));
    thread.once('exit', () => {
      threads.delete(thread);
      idle = idle.filter((candidate) => candidate !== thread);
      if (loading === thread) for (const fail of waiting.splice(0)) fail();
      release(thread);
    });
  };

  /** Starts a thread if no other has become free for a while. */
  const growth = setTimeout(() => {
    if (waiting.length > 0 && !loading && threads.size < maxThreads) start();
  }, growthDelay).unref();

  /** Makes a thread available, or its place if it has ended. */
  const release = (thread: Worker) => {
    if (loading === thread) loading = undefined;
    if (threads.has(thread)) idle.push(thread);
    growth.refresh();
    serve();
  };

  /** Gives waiting events to idle threads, the last used first. */
  const serve = () => {
    if (waiting.length > 0 && threads.size === 0) start();
    while (waiting.length > 0 && idle.length > 0) waiting.shift()?.(idle.pop());
  };

  const handle = (thread: Worker, event: object, settle: (outcome: Outcome) => void) => {
    const milliseconds = timeoutSeconds * 1000;
    const finish = (outcome: Outcome) => {
      clearTimeout(timer);
      thread.off('message', finish).off('exit', fail);
      settle(outcome);
      release(thread);
    };
    const fail = () => finish({ kind: 'failed' });
    const timer = setTimeout(() => {
      onOutput(`${functionName}: timed out after ${timeoutSeconds} s\n`);
      threads.delete(thread);
      void thread.terminate();
      finish({ kind: 'timed-out' });
    }, milliseconds);
    thread.on('message', finish).on('exit', fail);
    // Like in AWS, the time to load the code does not count.
    thread.postMessage({ event, deadline: Date.now() + milliseconds });
  };

  return {
    /** Runs the handler, in a thread that handles no other event meanwhile. Never rejects. */
    invoke: async (event: object): Promise<Outcome> => {
      if (Buffer.byteLength(JSON.stringify(event)) > maxEventSize) return { kind: 'too-large' };
      const { promise, resolve } = Promise.withResolvers<Outcome>();
      inFlight.add(promise);
      const take = (thread?: Worker) =>
        thread ? handle(thread, event, resolve) : resolve({ kind: 'failed' });
      if (waiting.push(take) === 1) growth.refresh();
      serve();
      return promise.finally(() => inFlight.delete(promise));
    },
    /** Ends the function once no event is in flight. It still accepts events until then. */
    close: async () => {
      do await Promise.all(inFlight);
      while (inFlight.size > 0);
      await Promise.all([...threads].map((thread) => thread.terminate()));
    },
  };
};
