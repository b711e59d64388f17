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
