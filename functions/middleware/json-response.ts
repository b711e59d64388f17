import type { Middleware } from './middleware.ts';

/** Headers that an endpoint can add to its success. */
export interface SuccessHeaders {
  successHeaders?: Readonly<Record<string, string>>;
}

/** Sends the endpoint's value as JSON. */
export const jsonResponse = (statusCode = 200): Middleware<SuccessHeaders> => ({
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
