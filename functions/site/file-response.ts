import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { headerValue } from '../request/headers.ts';

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

/**
 * Answers a request with the file or body in the smallest accepted coding, or with 304 if the client has it.
 *
 * @param read - reads a file of the site, compressed with the coding if there is one.
 */
export const fileResponse = (
  entry: Entry,
  requestHeaders: Readonly<Record<string, string | undefined>>,
  read: (file: string, coding?: ContentCoding) => Buffer,
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

/** Whether the client has the content with this tag (RFC 9110, section 13.1.2: tags are compared weakly). */
const isKnown = (ifNoneMatch = '', etag = ''): boolean =>
  [...ifNoneMatch.matchAll(/(?:W\/)?("[^"]*")|\*/g)].some(
    ([tag, opaque]) => tag === '*' || opaque === etag.replace('W/', ''),
  );

/** Half of the content's SHA-256, in hexadecimal. */
export const fingerprint = (content: Buffer | string): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 32);

/** The codings of the site's files, the smallest first. */
const codings = ['br', 'gzip'] as const;

/** A content coding (RFC 9110, section 8.4.1). */
export type ContentCoding = (typeof codings)[number];

/**
 * The coding of the response: the smallest that the client accepts, or none.
 *
 * @param acceptEncoding - the request's `Accept-Encoding`, if any.
 */
const contentCoding = (acceptEncoding?: string): ContentCoding | undefined => {
  const weights = weightsIn(acceptEncoding);
  return codings.find((coding) => (weights.get(coding) ?? weights.get('*') ?? 0) > 0);
};

/**
 * Whether the client prefers HTML to JSON, as browsers do. One that accepts anything does not.
 *
 * @param accept - the request's `Accept`, if any.
 */
export const prefersHtml = (accept?: string): boolean => {
  const weights = weightsIn(accept);
  const mediaWeight = (type: string, subtype: string) =>
    weights.get(`${type}/${subtype}`) ?? weights.get(`${type}/*`) ?? weights.get('*/*') ?? 0;
  return mediaWeight('text', 'html') > mediaWeight('application', 'json');
};

/** The values of a header in lower case with their weights (RFC 9110, section 12.5); `NaN` for an invalid weight. */
const weightsIn = (header = ''): ReadonlyMap<string, number> =>
  new Map(
    header.split(',').map((element) => {
      const [value = '', ...parameters] = element.toLowerCase().split(';');
      const weight = parameters.find((parameter) => parameter.trim().startsWith('q='));
      return [value.trim(), weight === undefined ? 1 : Number(weight.trim().slice(2))];
    }),
  );
