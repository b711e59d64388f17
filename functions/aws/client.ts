/** What the clients of other services share: time-outs, fewer middlewares, and their faults. */
import type { Pluggable } from '@smithy/types';
import { type TimedRequest, timeoutError } from './http-handler.ts';

/** Time-outs in milliseconds: of a connection, of an attempt with its connection, and of all attempts of a command. */
export const dynamodbConnection = 500;
export const dynamodbAttempt = 1_400;
export const dynamodbCommand = 2_000;

export const bedrockConnection = 1_000;
export const bedrockAttempt = 6_000;

/** Middlewares that add logs, `User-Agent` and a trace id against loops: 7 % of a first request (`npm run bench`). */
const unused = ['loggerMiddleware', 'getUserAgentMiddleware', 'recursionDetectionMiddleware'];

/**
 * Returns a plugin for a client, after which `send` rejects with a `TimeoutError` if an attempt takes more than
 * `attempt` milliseconds, or all attempts together more than `command`. With a time-out in its options instead, `send`
 * would rebuild the stack of middlewares each time. The plugin also removes the middlewares that we don't use.
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

/** The error for a response that another service should never give, such as a 200 without its fields. */
export const unexpectedResponse = (code: string, cause?: unknown): Error =>
  Object.assign(new Error(code, { cause }), { name: 'UnexpectedResponse', code });

/**
 * Whether an error is the fault of another service: an exception or a network error of the AWS SDK, which gives both a
 * `$metadata`, a time-out, or an {@link unexpectedResponse}.
 */
export const isDependencyFault = (error: unknown): boolean => {
  const { name = '', $metadata } = (error ?? {}) as { name?: string; $metadata?: object };
  return $metadata !== undefined || ['TimeoutError', 'UnexpectedResponse'].includes(name);
};
