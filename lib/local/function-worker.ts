/**
 * The thread in which a function runs: what the Lambda runtime is in AWS. It loads the bundle under the
 * path that it has in AWS, and answers each event with its handler's outcome.
 */
import { randomUUID } from 'node:crypto';
import { registerHooks } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';

/** What a thread is started with. */
export interface ThreadData {
  readonly functionName: string;
  readonly memoryMiB: number;
  /** The bundle: an ES module that exports the handler. */
  readonly code: string;
  /** The handler's name in the bundle: if not said, `handler`. */
  readonly handlerName?: string;
  /** The JSON files beside it, by their names. */
  readonly files?: Readonly<Record<string, string>>;
}

/** An event to handle. The next comes when this one is answered. */
export interface Invocation {
  readonly event: APIGatewayProxyEventV2;
  /** When the function's time is up, in milliseconds since the epoch. */
  readonly deadline: number;
}

/** The answer to an event: the handler's result as JSON, or its failure. */
export interface Answer {
  readonly json?: string;
}

/** What a thread says: first that its module has run, then its answers. */
export type Message = 'loaded' | Answer;

const {
  functionName,
  memoryMiB,
  code,
  handlerName = 'handler',
  files = {},
} = workerData as ThreadData;
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

const { [handlerName]: handler } = await import(bundle);

const context = (deadline: number): Omit<Context, 'done' | 'fail' | 'succeed'> => ({
  awsRequestId: randomUUID(),
  callbackWaitsForEmptyEventLoop: true,
  functionName,
  functionVersion: '$LATEST',
  getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  invokedFunctionArn: `arn:aws:lambda:local:000000000000:function:${functionName}`,
  logGroupName: `/aws/lambda/${functionName}`,
  logStreamName: 'local',
  memoryLimitInMB: String(memoryMiB),
});

const say = (message: Message) => parentPort?.postMessage(message);

parentPort?.on('message', async ({ event, deadline }: Invocation) => {
  try {
    const result = await handler(event, context(deadline));
    say({ json: JSON.stringify(result) ?? 'null' });
  } catch (error) {
    console.error(error);
    say({});
  }
});
say('loaded');
