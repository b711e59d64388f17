import { type DecodedBody, decodeBody } from '../body/decode.ts';
import { isLongerThan, maxCharacters, tooLargeDetail } from '../http/body-size.ts';
import { httpError } from '../http/http-error.ts';
import type { Middleware } from './middleware.ts';

/** The context after the size check. */
export interface Decoded {
  decodedBody: DecodedBody;
}

/** Rejects a body that is too large with 413. */
export const bodyLimit = (): Middleware<object, Decoded> => ({
  before: ({ event, context }) => {
    context.decodedBody = decodeBody(event);
    if (isLongerThan(context.decodedBody.text, maxCharacters)) {
      throw httpError(413, tooLargeDetail);
    }
  },
});
