import { type DecodedBody, decodeBody, isLongerThan } from '../body/decode.ts';
import { httpError } from '../http/http-error.ts';
import type { Middleware } from './chain.ts';

/** The largest request body, in characters (code points). */
const limit = 10_000;

/** What is known of a request after the size check. */
export interface Decoded {
  /** The body as text. */
  decodedBody: DecodedBody;
}

/** Gate 3: a body of at most 10,000 characters. */
export const bodyLimit = (): Middleware<object, Decoded> => ({
  before: ({ event, context }) => {
    context.decodedBody = decodeBody(event);
    if (isLongerThan(context.decodedBody.text, limit)) {
      throw httpError(413, 'The request body is larger than 10,000 characters.');
    }
  },
});
