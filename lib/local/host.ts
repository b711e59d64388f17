/**
 * Runs a function's bundle in a thread of its own, with its own environment and nothing else of this
 * process: what a function is not given in AWS, it is not given here.
 */
import { Worker } from 'node:worker_threads';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Outcome } from './response.ts';
import type { Answer, Invocation, Message, ThreadData } from './worker.ts';

/**
 * A thread's stack in MiB, as deep as that of the main thread, on which Lambda runs a function: 984 KiB, as V8
 * has it there. Node keeps 192 KiB of a thread's for itself, and the thread begins some 18 further down.
 */
export const stackSizeMb = (984 + 192 + 18) / 1024;

/** A function to run. */
export interface HostedFunction extends ThreadData {
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
}

/** A running function. */
export interface FunctionHost {
  /** Hands an event to the function. Events may overlap. Never rejects. */
  readonly invoke: (event: APIGatewayProxyEventV2) => Promise<Outcome>;
  /** Sends all further events to new code; the old ends what it has begun. */
  readonly replace: (code: string) => void;
  /** Ends the function at once. */
  readonly close: () => Promise<void>;
}

interface Thread {
  readonly worker: Worker;
  readonly loaded: Promise<void>;
  /** How to settle the events that it has begun. */
  readonly pending: Map<number, (outcome: Outcome) => void>;
}

/** Starts a function. A thread that dies or overruns its time gives way to a new one at the next event. */
export const hostFunction = (hosted: HostedFunction): FunctionHost => {
  const { functionName, memoryMiB, environment, timeoutSeconds } = hosted;
  const threads = new Set<Thread>();
  let { code } = hosted;
  let current: Thread | undefined;
  let lastId = 0;

  const start = (): Thread => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      name: functionName,
      workerData: { functionName, memoryMiB, code } satisfies ThreadData,
      resourceLimits: { stackSizeMb },
      env: {
        AWS_LAMBDA_FUNCTION_NAME: functionName,
        AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
        AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMiB),
        ...environment,
      },
    });
    const load = Promise.withResolvers<void>();
    const thread: Thread = { worker, loaded: load.promise, pending: new Map() };
    threads.add(thread);
    worker.on('message', (message: Message) => {
      if (message === 'loaded') load.resolve();
      else settle(thread, message.id, outcomeOf(message));
    });
    worker.on('error', (error) => console.error(`${functionName}:`, error));
    worker.on('exit', () => {
      threads.delete(thread);
      retire(thread);
      for (const id of thread.pending.keys()) settle(thread, id, { kind: 'failed' });
    });
    return thread;
  };

  const settle = (thread: Thread, id: number, outcome: Outcome) => {
    thread.pending.get(id)?.(outcome);
    thread.pending.delete(id);
    endIfSpare(thread);
  };

  /** A thread goes only after the last of its events: the others may yet end well. */
  const retire = (thread: Thread) => {
    if (current === thread) current = undefined;
    endIfSpare(thread);
  };

  const endIfSpare = (thread: Thread) => {
    if (current !== thread && thread.pending.size === 0) void thread.worker.terminate();
  };

  /** Hands an event over once the thread has loaded: as in AWS, that is not on the function's time. */
  const handOver = async (thread: Thread, id: number, event: APIGatewayProxyEventV2) => {
    await thread.loaded;
    const milliseconds = timeoutSeconds * 1000;
    const invocation: Invocation = { id, event, deadline: Date.now() + milliseconds };
    thread.worker.postMessage(invocation);
    return setTimeout(() => {
      console.error(`${functionName}: timed out after ${timeoutSeconds} s`);
      settle(thread, id, { kind: 'timed-out' });
      retire(thread);
    }, milliseconds);
  };

  current = start();

  return {
    invoke: async (event) => {
      current ??= start();
      const thread = current;
      lastId += 1;
      const id = lastId;
      const outcome = new Promise<Outcome>((resolve) => thread.pending.set(id, resolve));
      const timer = handOver(thread, id, event);
      void outcome.then(async () => clearTimeout(await timer));
      return outcome;
    },
    replace: (newCode) => {
      if (newCode === code) return;
      code = newCode;
      const old = current;
      current = start();
      if (old !== undefined) retire(old);
    },
    close: async () => {
      await Promise.all([...threads].map(({ worker }) => worker.terminate()));
    },
  };
};

const outcomeOf = ({ json }: Answer): Outcome =>
  json === undefined ? { kind: 'failed' } : { kind: 'result', result: JSON.parse(json) };
