import { type DecodedBody, decodeBody } from '../body/decode.ts';
import { isLongerThan, maxCharacters, tooLargeDetail } from '../http/body-size.ts';
import { httpError } from '../http/http-error.ts';
import type { Middleware } from './chain.ts';

/** What is known of a request after the size check. */
export interface Decoded {
  /** The body as text. */
  decodedBody: DecodedBody;
}

/** Gate 3: a body of at most 10,000 characters. */
export const bodyLimit = (): Middleware<object, Decoded> => ({
  before: ({ event, context }) => {
    context.decodedBody = decodeBody(event);
    if (isLongerThan(context.decodedBody.text, maxCharacters)) {
      throw httpError(413, tooLargeDetail);
    }
  },
});
