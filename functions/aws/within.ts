import { timeoutError } from './http-handler.ts';

/** Rejects with a `TimeoutError` after `limit` milliseconds. The work is not cancelled. */
export const within = <Result>(limit: number, work: Promise<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(timeoutError(`Not done within ${limit} ms`)), limit);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
