import type { Middleware, Request } from './chain.ts';

/** Keeps caches off an answer, whatever its status. */
export const noStore = (): Middleware => {
  const add = ({ response }: Request<object>): undefined => {
    if (response) response.headers = { ...response.headers, 'Cache-Control': 'no-store' };
  };
  return { after: add, onError: add };
};
