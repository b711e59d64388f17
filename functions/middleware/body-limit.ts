import { isUtf8 } from 'node:buffer';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { charactersOf, maxCharacters, tooLargeDetail } from '../http/body-size.ts';
import { httpError } from '../http/http-error.ts';
import type { Middleware } from './middleware.ts';

/** The context after the size check. */
export interface Decoded {
  decodedBody: ReturnType<typeof decodeBody>;
}

/** Rejects a body that is too large with 413. */
export const bodyLimit = (): Middleware<object, Decoded> => ({
  before: ({ event, context }) => {
    context.decodedBody = decodeBody(event);
    const { text } = context.decodedBody;
    // A character is one or two UTF-16 units, so most texts need no counting.
    if (text.length <= maxCharacters) return;
    const characters = charactersOf(text);
    if (characters > maxCharacters) {
      throw httpError(413, tooLargeDetail(characters, text.includes('\\')));
    }
  },
});

/** Decodes an event's body, without a byte order mark (RFC 8259, section 8.1). */
const decodeBody = ({
  body,
  isBase64Encoded,
}: Pick<APIGatewayProxyEventV2, 'body' | 'isBase64Encoded'>) => {
  const bytes = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  return {
    /** Bytes that are not UTF-8 are replaced by U+FFFD. */
    text: new TextDecoder().decode(bytes),
    isUtf8: isUtf8(bytes),
  };
};
