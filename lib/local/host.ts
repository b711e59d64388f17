/**
 * Runs a function's bundle in threads, which simulate Lambda's execution environments. They don't inherit this
 * process's environment variables.
 */
import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { Worker } from 'node:worker_threads';
import { transform } from 'esbuild';
import type { Answer, Invocation, Message, ThreadData } from './function-worker.ts';
import type { Outcome } from './response.ts';

/**
 * A thread's stack size in MiB, for as deep a recursion as on a main thread, where Lambda runs functions: V8's default
 * of 984 KiB, 192 KiB that Node reserves in a thread, and 18 KiB that a thread has used before the function's code.
 */
const stackSizeMb = (984 + 192 + 18) / 1024;

/** How many events a function handles at a time, one per thread: Lambda's limit in a new account. */
const maxThreads = 10;

/**
 * How long all threads must be busy before another one is started, in milliseconds. Most finish long before a new one
 * would have loaded, and a new one has an empty cache.
 */
const growthDelay = 250;

/**
 * Lambda's limit for an event's JSON, in bytes.
 *
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
const maxEventSize = 6 * 1024 * 1024;

/** A function to run. */
export interface HostedFunction extends ThreadData {
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
  /** Receives what the function writes and the errors that end it. Default: the console. */
  readonly onOutput?: (text: string) => void;
}

/** A running function. */
export type FunctionHost = ReturnType<typeof hostFunction>;

interface Thread {
  readonly worker: Worker;
  state: 'loading' | 'idle' | 'busy';
  /** Resolves the event in flight. */
  finish?: (outcome: Outcome) => void;
}

/** A queued event. */
interface Waiting {
  readonly event: object;
  readonly resolve: (outcome: Outcome) => void;
}

/** The threads' program. Types are removed here once: Node's stripper would take half of each thread's start. */
const source = new URL('./function-worker.ts', import.meta.url);
const { code } = await transform(readFileSync(source, 'utf8'), { loader: 'ts' });
// Stack traces show the source's name in place of the whole data URL.
const named = encodeURIComponent(`${code}//# sourceURL=${source.href}\n`);
const program = new URL(`data:text/javascript,${named}`);

/** Creates a function. Like in Lambda, it is loaded at its first event. */
export const hostFunction = (hosted: HostedFunction) => {
  const { environment, timeoutSeconds, onOutput, ...threadData } = hosted;
  const { functionName } = threadData;
  const report = onOutput ?? console.error;
  /** In the order of their last use. */
  const threads = new Set<Thread>();
  const waiting: Waiting[] = [];
  const inFlight = new Set<Promise<Outcome>>();
  let growth: NodeJS.Timeout | undefined;

  const stopGrowth = () => {
    clearTimeout(growth);
    growth = undefined;
  };

  const start = () => {
    stopGrowth();
    const worker = new Worker(program, {
      name: functionName,
      workerData: threadData satisfies ThreadData,
      stdout: onOutput !== undefined,
      stderr: onOutput !== undefined,
      resourceLimits: { stackSizeMb },
      env: { AWS_LAMBDA_FUNCTION_NAME: functionName, ...environment },
    });
    const thread: Thread = { worker, state: 'loading' };
    threads.add(thread);
    if (onOutput) {
      for (const stream of [worker.stdout, worker.stderr]) {
        stream.setEncoding('utf8').on('data', onOutput);
      }
    }
    worker.on('message', (message: Message) => {
      // It may have timed out meanwhile.
      if (!threads.delete(thread)) return;
      threads.add(thread);
      if (message !== 'loaded') thread.finish?.(outcomeOf(message));
      thread.state = 'idle';
      stopGrowth();
      serve();
    });
    worker.on('error', (error) => report(`${functionName}: ${inspect(error)}`));
    worker.on('exit', () => {
      threads.delete(thread);
      thread.finish?.({ kind: 'failed' });
      // If the code can't be loaded, all queued events fail.
      if (thread.state === 'loading') {
        for (const { resolve } of waiting.splice(0)) resolve({ kind: 'failed' });
      }
      serve();
    });
  };

  /** Gives queued events to idle threads, the last used first, and starts a thread where one is needed. */
  const serve = () => {
    for (const thread of [...threads].filter(({ state }) => state === 'idle').reverse()) {
      const next = waiting.shift();
      if (next) handle(thread, next);
    }
    const isLoading = [...threads].some(({ state }) => state === 'loading');
    if (waiting.length === 0 || isLoading || threads.size === maxThreads) return;
    if (threads.size === 0) start();
    else growth ??= setTimeout(start, growthDelay);
  };

  const handle = (thread: Thread, { event, resolve }: Waiting) => {
    const milliseconds = timeoutSeconds * 1000;
    const timer = setTimeout(() => {
      report(`${functionName}: timed out after ${timeoutSeconds} s`);
      thread.finish?.({ kind: 'timed-out' });
      threads.delete(thread);
      void thread.worker.terminate();
    }, milliseconds);
    thread.state = 'busy';
    thread.finish = (outcome) => {
      clearTimeout(timer);
      delete thread.finish;
      resolve(outcome);
    };
    // Like in AWS, the time to load the code does not count.
    const invocation: Invocation = { event, deadline: Date.now() + milliseconds };
    thread.worker.postMessage(invocation);
  };

  return {
    /** Runs the handler, in a thread that handles no other event meanwhile. Never rejects. */
    invoke: async (event: object): Promise<Outcome> => {
      if (Buffer.byteLength(JSON.stringify(event)) > maxEventSize) return { kind: 'too-large' };
      const { promise, resolve } = Promise.withResolvers<Outcome>();
      waiting.push({ event, resolve });
      inFlight.add(promise);
      serve();
      return promise.finally(() => inFlight.delete(promise));
    },
    /** Ends the function after the events in flight. */
    close: async () => {
      // Events that the caller was about to pass on may arrive meanwhile.
      do await Promise.all(inFlight);
      while (inFlight.size > 0);
      await Promise.all([...threads].map(({ worker }) => worker.terminate()));
    },
  };
};

const outcomeOf = (answer: Answer): Outcome =>
  'json' in answer
    ? { kind: 'result', result: JSON.parse(answer.json) }
    : { kind: 'failed', error: answer.error };
