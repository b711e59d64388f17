import type { Middleware } from './middleware.ts';

/** Headers that an endpoint can add to its success. */
export interface SuccessHeaders {
  successHeaders?: Readonly<Record<string, string>>;
}

/** Sends the endpoint's value as JSON, or 204 if it returns none. */
export const jsonResponse = (statusCode = 200): Middleware<SuccessHeaders> => ({
  after: (request) => {
    const { response, context } = request;
    request.response =
      response === undefined
        ? { statusCode: 204 }
        : {
            statusCode,
            headers: { ...context.successHeaders, 'Content-Type': 'application/json' },
            body: JSON.stringify(response),
          };
  },
});
