import { isUtf8 } from 'node:buffer';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** A request body as text. */
export interface DecodedBody {
  /** The characters; bytes that are not UTF-8 stand as U+FFFD. */
  readonly text: string;
  readonly isUtf8: boolean;
}

/**
 * Decodes the body of an event. A byte order mark is not part of the text (RFC 8259, section 8.1).
 */
export const decodeBody = ({
  body,
  isBase64Encoded,
}: Pick<APIGatewayProxyEventV2, 'body' | 'isBase64Encoded'>): DecodedBody => {
  const bytes = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  return { text: new TextDecoder().decode(bytes), isUtf8: isUtf8(bytes) };
};

/** Whether a text has more than `limit` characters (code points). */
export const isLongerThan = (text: string, limit: number): boolean => {
  // A code point is one or two UTF-16 units, so most texts need no counting.
  if (text.length <= limit) return false;
  if (text.length > 2 * limit) return true;
  return [...text].length > limit;
};
