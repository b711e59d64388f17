import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { headerValue } from '../request/headers.ts';
import { type ContentCoding, contentCoding } from './accepted.ts';

/** The content at a path of the site. */
export interface Entry {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The name of the file with the body. */
  readonly file?: string;
  /** The body, if it is in no file. A redirect has neither. */
  readonly body?: string;
}

/** Fast encoders, since a request waits: about 3 ms for the description. */
const encoders: Readonly<Record<ContentCoding, (text: string) => Buffer>> = {
  br: (text) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (text) => gzipSync(text),
};

/** Reads a file of the site, in a coding or plain. */
export type Read = (file: string, coding?: ContentCoding) => Buffer;

/**
 * Answers a request with the file or body in the smallest accepted coding, or with 304 if the client has it.
 */
export const fileAnswer = (
  entry: Entry,
  requestHeaders: Readonly<Record<string, string | undefined>>,
  read: Read,
): APIGatewayProxyStructuredResultV2 => {
  const { status, file, body: text } = entry;
  if (file === undefined && text === undefined) {
    return { statusCode: status, headers: { ...entry.headers } };
  }
  const headers = { ...entry.headers, Vary: 'Accept-Encoding' };
  if (isKnown(headerValue(requestHeaders, 'if-none-match'), entry.headers.ETag)) {
    return { statusCode: 304, headers };
  }
  const coding = contentCoding(headerValue(requestHeaders, 'accept-encoding'));
  const body = file === undefined ? encoded(text, coding) : read(file, coding);
  return {
    statusCode: status,
    headers: { ...headers, ...(coding && { 'Content-Encoding': coding }) },
    body: body.toString('base64'),
    isBase64Encoded: true,
  };
};

const encoded = (text = '', coding?: ContentCoding): Buffer =>
  coding ? encoders[coding](text) : Buffer.from(text);

/** Whether the client has it (RFC 9110, section 13.1.2: tags are compared weakly). */
const isKnown = (ifNoneMatch = '', etag = ''): boolean =>
  [...ifNoneMatch.matchAll(/(?:W\/)?("[^"]*")|\*/g)].some(
    ([tag, opaque]) => tag === '*' || opaque === etag.replace('W/', ''),
  );
