/**
 * The responses of API Gateway's HTTP APIs: a function's own, and the gateway's errors; both with CORS headers.
 *
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Cors } from '../settings/cors.ts';

/** How an invocation ended. `result` is what the function returned, through JSON; `error` is its error's message. */
export type Outcome =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'failed'; readonly error?: string }
  | { readonly kind: 'timed-out' };

/** An HTTP response, with lower-case header names. */
export interface GatewayResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const message = (status: number, text: string): GatewayResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify({ message: text })),
});

export const notFound = message(404, 'Not Found');

/** For a body larger than API Gateway accepts, or an event larger than Lambda accepts. */
export const tooLarge = message(413, 'Request Entity Too Large');

/** For a request that isn't valid HTTP, by the code of Node's error. */
export const unreadable = (code?: string): GatewayResponse =>
  code === 'HPE_HEADER_OVERFLOW'
    ? message(431, 'Request Header Fields Too Large')
    : message(400, 'Bad Request');

export const serverError = message(500, 'Internal Server Error');

/**
 * Converts an outcome to a response.
 *
 * @throws {TypeError} for a result without a valid body; an invalid status or header fails when it is sent.
 */
export const toResponse = (outcome: Outcome): GatewayResponse => {
  if (outcome.kind === 'timed-out') return message(503, 'Service Unavailable');
  if (outcome.kind === 'too-large') return tooLarge;
  if (outcome.kind === 'failed') return serverError;
  const { statusCode, headers, body, isBase64Encoded } =
    outcome.result as APIGatewayProxyStructuredResultV2;
  return {
    status: Number(statusCode),
    headers: {
      'content-type': 'text/plain;charset=UTF-8',
      ...Object.fromEntries(
        Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]),
      ),
    },
    body: Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8'),
  };
};

/**
 * Adds the CORS headers to the response of a request with an `Origin`.
 *
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html
 */
export const withCors = (
  response: GatewayResponse,
  { method, headers }: IncomingMessage,
  cors: Cors,
): GatewayResponse => {
  if (headers.origin === undefined) return response;
  const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'];
  return {
    ...response,
    headers: {
      ...response.headers,
      'access-control-allow-origin': cors.allowOrigins.join(),
      ...(isPreflight
        ? {
            'access-control-allow-methods': cors.allowMethods.join(),
            'access-control-allow-headers': cors.allowHeaders.join(),
            'access-control-max-age': String(cors.maxAgeSeconds),
          }
        : { 'access-control-expose-headers': cors.exposeHeaders.join() }),
    },
  };
};
