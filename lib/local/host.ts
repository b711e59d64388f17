/**
 * Runs a function's bundle in threads, which simulate Lambda's execution environments. They don't inherit this
 * process's environment variables.
 */
import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
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
export interface FunctionHost {
  /** Runs the handler, in a thread that handles no other event meanwhile. Never rejects. */
  readonly invoke: (event: APIGatewayProxyEventV2) => Promise<Outcome>;
  /** Replaces the code. Events in flight are finished by the old one. */
  readonly replace: (code: string, files?: ThreadData['files']) => void;
  /** Ends the function immediately. */
  readonly close: () => Promise<void>;
}

interface Thread {
  readonly worker: Worker;
  readonly code: string;
  state: 'loading' | 'idle' | 'busy';
  /** Resolves the event in flight. */
  finish?: (outcome: Outcome) => void;
}

/** A queued event. */
interface Waiting {
  readonly event: APIGatewayProxyEventV2;
  readonly resolve: (outcome: Outcome) => void;
}

const withoutTypes = async (file: URL): Promise<URL> => {
  const { code } = await transform(readFileSync(file, 'utf8'), { loader: 'ts' });
  // Shown in stack traces, in place of the whole data URL.
  const named = `${code}//# sourceURL=${file.href}\n`;
  return new URL(`data:text/javascript,${encodeURIComponent(named)}`);
};

/** The threads' program. Types are removed here once: Node's stripper would take half of each thread's start. */
const program = await withoutTypes(new URL('./function-worker.ts', import.meta.url));

/** Creates a function. Like in Lambda, it is loaded at its first event. */
export const hostFunction = (hosted: HostedFunction): FunctionHost => {
  const { functionName, memoryMiB, environment, timeoutSeconds, onOutput } = hosted;
  const report = onOutput ?? console.error;
  /** In the order of their last use. */
  const threads = new Set<Thread>();
  const waiting: Waiting[] = [];
  let { code, files = {} } = hosted;
  let closed = false;
  let growth: NodeJS.Timeout | undefined;

  const start = () => {
    const worker = new Worker(program, {
      name: functionName,
      workerData: {
        functionName,
        memoryMiB,
        code,
        files,
      } satisfies ThreadData,
      stdout: onOutput !== undefined,
      stderr: onOutput !== undefined,
      resourceLimits: { stackSizeMb },
      env: {
        AWS_LAMBDA_FUNCTION_NAME: functionName,
        AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
        AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMiB),
        ...environment,
      },
    });
    const thread: Thread = { worker, code, state: 'loading' };
    threads.add(thread);
    if (onOutput) {
      for (const stream of [worker.stdout, worker.stderr]) {
        stream.setEncoding('utf8').on('data', onOutput);
      }
    }
    worker.on('message', (message: Message) => {
      if (!threads.has(thread)) return;
      if (message !== 'loaded') thread.finish?.(outcomeOf(message));
      release(thread);
    });
    worker.on('error', (error) => report(`${functionName}: ${inspect(error)}`));
    worker.on('exit', () => {
      const died = threads.delete(thread);
      thread.finish?.({ kind: 'failed' });
      // If the code can't be loaded, all queued events fail.
      if (died && thread.state === 'loading' && thread.code === code) failWaiting();
      serve();
    });
  };

  const end = (thread: Thread) => {
    threads.delete(thread);
    void thread.worker.terminate();
  };

  const release = (thread: Thread) => {
    if (thread.code !== code) return end(thread);
    thread.state = 'idle';
    threads.delete(thread);
    threads.add(thread);
    stopGrowth();
    serve();
  };

  const failWaiting = () => {
    for (const { resolve } of waiting.splice(0)) resolve({ kind: 'failed' });
  };

  /** Gives queued events to idle threads, the last used first, and starts a thread where one is needed. */
  const serve = () => {
    if (closed) return failWaiting();
    const usable = [...threads].filter((thread) => thread.code === code);
    for (const thread of usable.filter(({ state }) => state === 'idle').reverse()) {
      const next = waiting.shift();
      if (next) handle(thread, next);
    }
    if (waiting.length === 0) return;
    if (usable.length === 0) return start();
    if (usable.length === maxThreads || usable.some(({ state }) => state === 'loading')) return;
    growth ??= setTimeout(grow, growthDelay);
  };

  /** On a busy machine the timer may run late and before pending messages of threads: these come first. */
  const grow = () => {
    const timer = growth;
    setImmediate(() => {
      if (growth !== timer) return;
      stopGrowth();
      if (!closed && waiting.length > 0) start();
    });
  };

  const stopGrowth = () => {
    clearTimeout(growth);
    growth = undefined;
  };

  const handle = (thread: Thread, { event, resolve }: Waiting) => {
    const milliseconds = timeoutSeconds * 1000;
    const timer = setTimeout(() => {
      report(`${functionName}: timed out after ${timeoutSeconds} s`);
      thread.finish?.({ kind: 'timed-out' });
      end(thread);
      serve();
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
    invoke: (event) =>
      new Promise((resolve) => {
        if (Buffer.byteLength(JSON.stringify(event)) > maxEventSize) {
          return resolve({ kind: 'too-large' });
        }
        waiting.push({ event, resolve });
        serve();
      }),
    replace: (newCode, newFiles = {}) => {
      // The code names its files by content, so it differs where they do.
      if (newCode === code) return;
      code = newCode;
      files = newFiles;
      if (threads.size === 0) return;
      for (const thread of threads) if (thread.state !== 'busy') end(thread);
      start();
    },
    close: async () => {
      closed = true;
      stopGrowth();
      failWaiting();
      await Promise.all([...threads].map(({ worker }) => worker.terminate()));
    },
  };
};

const outcomeOf = ({ json }: Answer): Outcome =>
  json === undefined ? { kind: 'failed' } : { kind: 'result', result: JSON.parse(json) };
