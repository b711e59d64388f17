import type { Middleware } from './chain.ts';

/** Makes the endpoint's value the JSON body of a 200. */
export const jsonResponse = (): Middleware => ({
  after: (request) => {
    request.response = {
      statusCode: 200,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(request.response),
    };
  },
});
