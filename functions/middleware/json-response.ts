import type { Middleware } from './chain.ts';

/** What an endpoint can say beside the body of its answer. */
export interface Answering {
  /** The headers of a success. */
  successHeaders: Record<string, string>;
}

/** Makes the endpoint's value the JSON body of a 200. */
export const jsonResponse = (): Middleware<object, Answering> => ({
  before: ({ context }) => {
    context.successHeaders = {};
  },
  after: (request) => {
    request.response = {
      statusCode: 200,
      headers: { ...request.context.successHeaders, 'Content-Type': 'application/json' },
      body: JSON.stringify(request.response),
    };
  },
});
