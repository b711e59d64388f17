/** Successes of other statuses than 200. */
import type { Middleware } from './chain.ts';

/** Makes a 201 of a 200. */
export const created = (): Middleware => ({
  after: ({ response }) => {
    if (response) response.statusCode = 201;
  },
});

/** Answers 204, whatever the endpoint's value. */
export const noContent = (): Middleware => ({
  after: (request) => {
    request.response = { statusCode: 204 };
  },
});
