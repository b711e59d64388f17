/** What the clients of other services share: time-outs, fewer middlewares, and a warm-up. */
import type { Endpoint, HttpRequest, HttpResponse, Pluggable, RequestHandler } from '@smithy/types';
import { loggableParts, timeoutError } from '../faults/fault.ts';
import type { TimedRequest } from './http-handler.ts';

/** Time-outs in milliseconds: of a connection, of an attempt with its connection, and of all attempts of a command. */
export const dynamodbConnection = 500;
export const dynamodbAttempt = 1_400;
export const dynamodbCommand = 2_000;

export const bedrockConnection = 1_000;
export const bedrockAttempt = 6_000;

/** Middlewares that add logs, `User-Agent` and a trace id against loops: 7 % of a first request (`npm run bench`). */
const unused = ['loggerMiddleware', 'getUserAgentMiddleware', 'recursionDetectionMiddleware'];

/**
 * Returns a client's plugin that removes the middlewares we don't use, and adds time-outs: `send` rejects with a
 * `TimeoutError` if an attempt takes more than `attempt` milliseconds, or all attempts together more than `command`. A
 * time-out in the options of `send` would rebuild the stack of middlewares for each command.
 */
export const forLambda = <Input extends object, Output extends object>(
  attempt: number,
  command = Number.POSITIVE_INFINITY,
): Pluggable<Input, Output> => {
  /** When each command times out, by its input, in milliseconds of the monotonic clock. */
  const deadlines = new WeakMap<Input, number>();
  return {
    applyToStack: (stack) => {
      for (const name of unused) stack.remove(name);
      stack.add(
        (next) => (args) => {
          deadlines.set(args.input, performance.now() + command);
          return next(args);
        },
        { name: 'begin', step: 'initialize', priority: 'high' },
      );
      stack.add(
        (next) => (args) => {
          const timeLeft = Math.ceil((deadlines.get(args.input) ?? 0) - performance.now());
          if (timeLeft <= 0) throw timeoutError(`Not done within ${command} ms`);
          (args.request as TimedRequest).respondWithin = Math.min(attempt, timeLeft);
          return next(args);
        },
        { name: 'attempt', step: 'finalizeRequest', priority: 'low' },
      );
    },
  };
};

/**
 * Warms a client up while Lambda starts the function, which has a whole CPU then, and a third of one later. The client
 * opens its connection by a `GET /`, which costs nothing, and runs its first commands with canned answers, so that V8
 * compiles most of a request's code. In Lambda's runtime over TLS, the start takes 162 ms instead of 107, and the first
 * request 10 ms instead of 160.
 */
export interface WarmUp {
  /**
   * Opens a connection, and meanwhile runs `work`, whose requests are not sent but receive `answer`. Any response to
   * `GET /` counts as success. A failure is only logged. Takes at most 1 s.
   */
  readonly warmUp: (answer: string, work: () => Promise<unknown>) => Promise<void>;
}

type HttpHandler = RequestHandler<HttpRequest, HttpResponse>;

/** @param endpoint - returns the address to connect to. If there is none, a warm-up opens no connection. */
export const withWarmUp = (
  handler: HttpHandler,
  endpoint: () => Promise<Endpoint> | undefined,
): HttpHandler & WarmUp => {
  let { handle } = handler;
  return {
    ...handler,
    handle: (request) => handle(request),
    warmUp: async (answer, work) => {
      const opened = endpoint()?.then((to) => handler.handle({ ...to, ...opening } as HttpRequest));
      handle = async () => ({
        response: { statusCode: 200, headers: {}, body: Buffer.from(answer) },
      });
      const worked = work().finally(() => {
        handle = handler.handle;
      });
      for (const result of await Promise.allSettled([worked, opened])) {
        if (result.status === 'rejected') console.warn({ unprimed: loggableParts(result.reason) });
      }
    },
  };
};

const opening = { method: 'GET', path: '/', headers: {}, respondWithin: 1_000 };
