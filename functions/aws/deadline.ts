import type { Pluggable } from '@smithy/types';
import { timeoutError } from './http-handler.ts';
import { within } from './within.ts';

/**
 * Gives each command of a client no more than `limit` milliseconds, with all its attempts, and begins no
 * attempt after them. It is a part of the client, since a client that is told so at each command puts its
 * middlewares together anew each time, which takes longer than the rest of its work.
 *
 * @throws {Error} with the name `TimeoutError`, from the client's `send`.
 */
export const deadline = <Input extends object, Output extends object>(
  limit: number,
): Pluggable<Input, Output> => {
  /** When a command is given up, by its input and the monotonic clock. */
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
          if (performance.now() >= Number(ends.get(args.input)))
            throw timeoutError(`Not done within ${limit} ms`);
          return next(args);
        },
        { name: 'attempt', step: 'finalizeRequest', priority: 'low' },
      );
    },
  };
};
