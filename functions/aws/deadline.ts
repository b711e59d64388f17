import type { Pluggable } from '@smithy/types';
import { type TimedRequest, timeoutError } from './http-handler.ts';

/**
 * Limits each command of a client, with all its attempts, to `limit` milliseconds: then `send` rejects with a
 * `TimeoutError`. As an option of `send` it would make the SDK rebuild the middleware stack for each command.
 */
export const deadline = <Input extends object, Output extends object>(
  limit: number,
): Pluggable<Input, Output> => {
  /** When commands time out by the monotonic clock, by their input. */
  const ends = new WeakMap<Input, number>();
  return {
    applyToStack: (stack) => {
      stack.add(
        (next) => (args) => {
          ends.set(args.input, performance.now() + limit);
          return within(limit, next(args));
        },
        { name: 'deadline', step: 'initialize', priority: 'high' },
      );
      stack.add(
        (next) => (args) => {
          const left = Math.ceil((ends.get(args.input) as number) - performance.now());
          if (left <= 0) throw timeoutError(`Not done within ${limit} ms`);
          (args.request as TimedRequest).answerWithin = left;
          return next(args);
        },
        { name: 'attempt', step: 'finalizeRequest', priority: 'low' },
      );
    },
  };
};

/** Rejects with a `TimeoutError` after `limit` milliseconds. The work is not cancelled. */
export const within = <Result>(limit: number, work: Promise<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(timeoutError(`Not done within ${limit} ms`)), limit);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
