/**
 * Runs a function's bundle in threads of their own, with its own environment and nothing else of this
 * process: what a function is not given in AWS, it is not given here.
 */
import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { transform } from 'esbuild';
import type { Answer, Invocation, Message, ThreadData } from './function-worker.ts';
import type { Outcome } from './response.ts';

/**
 * A thread's stack in MiB, as deep as that of the main thread, on which Lambda runs a function: 984 KiB, as V8
 * has it there. Node keeps 192 KiB of a thread's for itself, and the thread begins some 18 further down.
 */
export const stackSizeMb = (984 + 192 + 18) / 1024;

/** How many events a function handles at a time, each in a thread: as many as Lambda does in a new account. */
const mostThreads = 10;

/**
 * How long events wait without any thread being free before another one is started, in milliseconds. Most are
 * free again long before a new one would have loaded, and one thread alone knows what a warm function knows.
 */
const timeout = 250;

/**
 * Lambda's limit for an event, in bytes of its JSON. A body is part of it: as text, with its quotation marks
 * escaped, or as base64, which is a third larger.
 *
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
const maxEventSize = 6 * 1024 * 1024;

/** A function to run. */
export interface HostedFunction extends ThreadData {
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
  /** Takes what the function writes, and what ends it: if not said, the console does. */
  readonly onOutput?: (text: string) => void;
}

/** A running function. */
export interface FunctionHost {
  /**
   * Hands an event to the function. As in Lambda, a thread handles one event at a time, and one that hangs
   * keeps up no other. Never rejects.
   */
  readonly invoke: (event: APIGatewayProxyEventV2) => Promise<Outcome>;
  /** Sends all further events to new code; the old ends what it has begun. */
  readonly replace: (code: string, files?: ThreadData['files']) => void;
  /** Ends the function at once. */
  readonly close: () => Promise<void>;
}

/** A thread: what an execution environment is in AWS. */
interface Thread {
  readonly worker: Worker;
  /** The code that it was started with. */
  readonly code: string;
  state: 'loading' | 'idle' | 'busy';
  /** Ends the event that it handles. */
  finish?: (outcome: Outcome) => void;
}

/** An event that no thread handles yet. */
interface Waiting {
  readonly event: APIGatewayProxyEventV2;
  readonly resolve: (outcome: Outcome) => void;
  /** When it came, by the monotonic clock. */
  readonly since: number;
}

const withoutTypes = async (file: URL): Promise<URL> => {
  const { code } = await transform(readFileSync(file, 'utf8'), { loader: 'ts' });
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
};

/** What a thread runs, without types: each thread would load anew what takes them away, half of its start. */
const program = await withoutTypes(new URL('./function-worker.ts', import.meta.url));

/** Makes a function ready to run. As in Lambda, it loads at its first event. */
export const hostFunction = (hosted: HostedFunction): FunctionHost => {
  const { functionName, memoryMiB, environment, timeoutSeconds, onOutput } = hosted;
  const report = onOutput ?? console.error;
  /** Those that may be handed events, the one that was last busy at the end. */
  const threads = new Set<Thread>();
  const waiting: Waiting[] = [];
  let { code, files = {} } = hosted;
  let closed = false;
  /** When a thread last was ready for an event, by the monotonic clock. */
  let freed = 0;
  let growth: NodeJS.Timeout | undefined;

  const start = () => {
    const worker = new Worker(program, {
      name: functionName,
      workerData: {
        functionName,
        memoryMiB,
        code,
        files,
        ...(hosted.handlerName && { handlerName: hosted.handlerName }),
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
      freed = performance.now();
      release(thread);
    });
    worker.on('error', (error) => report(`${functionName}: ${inspect(error)}`));
    worker.on('exit', () => {
      const died = threads.delete(thread);
      thread.finish?.({ kind: 'failed' });
      // Code that does not load fails all who wait for it.
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
    serve();
  };

  const failWaiting = () => {
    for (const { resolve } of waiting.splice(0)) resolve({ kind: 'failed' });
  };

  /**
   * Hands waiting events to idle threads, and sees to it that there will be one for the next.
   *
   * @param upToDate Whether all answers that have come were seen: where the machine has much else to do,
   *   timers run late, and before the answers.
   */
  const serve = (upToDate = false) => {
    if (closed) return failWaiting();
    const usable = [...threads].filter((thread) => thread.code === code);
    for (const thread of usable.filter(({ state }) => state === 'idle').reverse()) {
      const next = waiting.shift();
      if (next) handle(thread, next);
    }
    clearTimeout(growth);
    const [first] = waiting;
    if (first === undefined) return;
    if (usable.length === 0) return start();
    if (usable.length === mostThreads || usable.some(({ state }) => state === 'loading')) return;
    const left = Math.max(first.since, freed) + timeout - performance.now();
    if (left <= 0 && upToDate) return start();
    growth = setTimeout(() => setImmediate(serve, true), Math.max(0, left));
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
    // The time begins once the thread has loaded: as in AWS, that is not on the function's.
    const invocation: Invocation = { event, deadline: Date.now() + milliseconds };
    thread.worker.postMessage(invocation);
  };

  return {
    invoke: (event) =>
      new Promise((resolve) => {
        if (Buffer.byteLength(JSON.stringify(event)) > maxEventSize) {
          return resolve({ kind: 'too-large' });
        }
        waiting.push({ event, resolve, since: performance.now() });
        serve();
      }),
    replace: (newCode, newFiles = {}) => {
      // Where the files are others, so are their names in the code.
      if (newCode === code) return;
      code = newCode;
      files = newFiles;
      if (threads.size === 0) return;
      for (const thread of threads) if (thread.state !== 'busy') end(thread);
      start();
    },
    close: async () => {
      closed = true;
      clearTimeout(growth);
      failWaiting();
      await Promise.all([...threads].map(({ worker }) => worker.terminate()));
    },
  };
};

const outcomeOf = ({ json }: Answer): Outcome =>
  json === undefined ? { kind: 'failed' } : { kind: 'result', result: JSON.parse(json) };
