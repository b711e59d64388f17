import { isUtf8 } from 'node:buffer';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

export interface DecodedBody {
  /** Bytes that are not UTF-8 are replaced by U+FFFD. */
  readonly text: string;
  readonly isUtf8: boolean;
}

/** Decodes an event's body, without a byte order mark (RFC 8259, section 8.1). */
export const decodeBody = ({
  body,
  isBase64Encoded,
}: Pick<APIGatewayProxyEventV2, 'body' | 'isBase64Encoded'>): DecodedBody => {
  const bytes = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  return { text: new TextDecoder().decode(bytes), isUtf8: isUtf8(bytes) };
};
