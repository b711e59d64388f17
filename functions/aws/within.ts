import { timeoutError } from './http-handler.ts';

/**
 * Waits for something no longer than `limit` milliseconds. What is not awaited any more goes on.
 *
 * @throws {Error} with the name `TimeoutError` after them.
 */
export const within = <Result>(limit: number, work: Promise<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(timeoutError(`Not done within ${limit} ms`)), limit);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
