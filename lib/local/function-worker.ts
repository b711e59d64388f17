/**
 * A function's thread, which simulates the Lambda runtime: it loads the bundle under its path in AWS, and calls the
 * handler for each event.
 */
import { randomUUID } from 'node:crypto';
import { registerHooks } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { Context } from 'aws-lambda';

/** The thread's `workerData`. */
export interface ThreadData {
  readonly functionName: string;
  /** The bundle, an ES module that exports `handler`. */
  readonly code: string;
  /** The JSON files that the bundle imports, by name. */
  readonly files?: Readonly<Record<string, string>>;
}

/** An event to handle. The next one follows after its answer. */
export interface Invocation {
  readonly event: object;
  /** When the invocation times out, in milliseconds since the epoch. */
  readonly deadline: number;
}

/** The handler's result as JSON, or the message of its error. */
export type Answer = { readonly json: string } | { readonly error: string };

/** A thread's message: `loaded` first, then an answer per event. */
export type Message = 'loaded' | Answer;

const { functionName, code, files = {} } = workerData as ThreadData;
const folder = 'file:///var/task/';
const bundle = `${folder}index.mjs`;
const data = new Map(Object.entries(files).map(([name, json]) => [folder + name, json]));

registerHooks({
  resolve: (specifier, context, next) => {
    const url = specifier.startsWith('./') ? folder + specifier.slice(2) : specifier;
    if (url !== bundle && !data.has(url)) return next(specifier, context);
    return { url, importAttributes: context.importAttributes, shortCircuit: true };
  },
  load: (url, context, next) => {
    if (url === bundle) return { format: 'module', source: code, shortCircuit: true };
    const source = data.get(url);
    return source ? { format: 'json', source, shortCircuit: true } : next(url, context);
  },
});

const { handler } = await import(bundle);

/** What the functions use of Lambda's context, and what a log line may want. */
const context = (deadline: number): Partial<Context> => ({
  awsRequestId: randomUUID(),
  functionName,
  getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
});

const send = (message: Message) => parentPort?.postMessage(message);

parentPort?.on('message', async ({ event, deadline }: Invocation) => {
  try {
    const result = await handler(event, context(deadline));
    send({ json: JSON.stringify(result) ?? 'null' });
  } catch (error) {
    console.error(error);
    send({ error: error instanceof Error ? error.message : String(error) });
  }
});
send('loaded');
