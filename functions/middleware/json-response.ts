import type { Middleware } from './middleware.ts';

/** What an endpoint returns. */
export interface Result {
  /** Is sent as JSON; without one, the response is a 204. */
  readonly body: unknown;
}

/** Sends the endpoint's {@link Result}. */
export const jsonResponse = (statusCode = 200): Middleware => ({
  after: (request) => {
    const { body } = request.response as Result;
    request.response =
      body === undefined
        ? { statusCode: 204 }
        : {
            statusCode,
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify(body),
          };
  },
});
