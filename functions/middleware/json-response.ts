import type { Middleware } from './middleware.ts';

/** Lets an endpoint add headers to its success. */
export interface SuccessHeaders {
  successHeaders: Record<string, string>;
}

/** Sends the endpoint's value as JSON. */
export const jsonResponse = (statusCode = 200): Middleware<object, SuccessHeaders> => ({
  before: ({ context }) => {
    context.successHeaders = {};
  },
  after: (request) => {
    request.response = {
      statusCode,
      headers: { ...request.context.successHeaders, 'Content-Type': 'application/json' },
      body: JSON.stringify(request.response),
    };
  },
});

/** Answers 204, and ignores the endpoint's value. */
export const noContent = (): Middleware => ({
  after: (request) => {
    request.response = { statusCode: 204 };
  },
});
