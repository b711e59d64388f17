/**
 * What API Gateway's HTTP APIs answer: for what a function made of its event, and by themselves.
 *
 * See https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { validateHeaderName, validateHeaderValue } from './node-http.ts';

/** How an invocation ended. A result is what JSON makes of the function's value. */
export type Outcome =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'timed-out' };

/** An HTTP response, its field names in lower case. */
export interface GatewayResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer;
}

const message = (status: number, text: string): GatewayResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify({ message: text })),
});

/** For a request that no route takes. */
export const notFound = message(404, 'Not Found');

/** For a body larger than API Gateway takes, or one of which it makes an event larger than Lambda takes. */
export const tooLarge = message(413, 'Request Entity Too Large');

/** For a request that can't be read, by the code of Node's error. */
export const unreadable = (code: string | undefined): GatewayResponse => {
  if (code === 'HPE_HEADER_OVERFLOW') return message(431, 'Request Header Fields Too Large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return message(408, 'Request Timeout');
  return message(400, 'Bad Request');
};

const serverError = message(500, 'Internal Server Error');
const unavailable = message(503, 'Service Unavailable');

/** The response for an outcome. A result that is not a proper response is an error of the server. */
export const toResponse = (outcome: Outcome): GatewayResponse => {
  if (outcome.kind === 'timed-out') return unavailable;
  if (outcome.kind === 'too-large') return tooLarge;
  if (outcome.kind === 'failed') return serverError;
  if (!isStructured(outcome.result)) return inferred(outcome.result);
  try {
    return structured(outcome.result);
  } catch {
    return serverError;
  }
};

const isStructured = (result: unknown): result is APIGatewayProxyStructuredResultV2 =>
  typeof result === 'object' && result !== null && 'statusCode' in result;

/** A result with no status code is taken for the body of a good answer. */
const inferred = (result: unknown): GatewayResponse => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(typeof result === 'string' ? result : JSON.stringify(result)),
});

/** @throws for a result that is malformed. */
const structured = (result: APIGatewayProxyStructuredResultV2): GatewayResponse => {
  const { statusCode, headers, cookies, isBase64Encoded } = result;
  const body: unknown = result.body ?? '';
  if (!Number.isInteger(statusCode) || Number(statusCode) < 200 || Number(statusCode) > 599) {
    throw new TypeError('The status code is not one of a final response.');
  }
  if (typeof body !== 'string') throw new TypeError('The body is not a string.');
  return {
    status: Number(statusCode),
    headers: {
      'content-type': 'text/plain;charset=UTF-8',
      ...Object.fromEntries(Object.entries(headers ?? {}).flatMap(checkedHeader)),
      ...(cookies !== undefined && { 'set-cookie': cookies.map(checkedCookie) }),
    },
    body: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'),
  };
};

/** What the gateway says itself: the framing of the response, and who may read it. */
const gatewayHeader =
  /^(?:connection|content-length|keep-alive|transfer-encoding|access-control-.*)$/;

const checkedHeader = ([name, value]: [string, unknown]): [string, string][] => {
  if (!['string', 'number', 'boolean'].includes(typeof value)) {
    throw new TypeError(`The header ${name} has no text for its value.`);
  }
  validateHeaderName(name);
  validateHeaderValue(name, String(value));
  const field = name.toLowerCase();
  return gatewayHeader.test(field) ? [] : [[field, String(value)]];
};

const checkedCookie = (cookie: unknown): string => {
  if (typeof cookie !== 'string') throw new TypeError('A cookie is not a string.');
  validateHeaderValue('set-cookie', cookie);
  return cookie;
};
