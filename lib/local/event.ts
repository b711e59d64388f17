/**
 * An HTTP request as API Gateway's HTTP APIs hand it to a function: payload format 2.0.
 *
 * See https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
import { isUtf8 } from 'node:buffer';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** A request that has arrived whole. */
export interface GatewayRequest {
  readonly method: string;
  readonly path: string;
  /** What follows the question mark, as sent; empty when there is none. */
  readonly query: string;
  /** For example `HTTP/1.1`. */
  readonly protocol: string;
  /** Names and values in turn, as sent. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  readonly sourceIp: string;
  /** The port that the request came in by. */
  readonly port: number;
}

/** What the gateway itself knows of a request. */
export interface Arrival {
  /** The row of the table that the request matched, e.g. `POST /v1/shout`. */
  readonly routeKey: string;
  /** What stands in the path for the row's parameters, if it has any. */
  readonly pathParameters?: Readonly<Record<string, string>>;
  readonly requestId: string;
  /** X-Ray's name for the request's trace, e.g. `Root=1-5e6722a7-cc56xmpl46db7ae02d4da47e`. */
  readonly traceId: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
}

/** The event for a request. */
export const toEvent = (request: GatewayRequest, arrival: Arrival): APIGatewayProxyEventV2 => {
  const { cookie, ...headers } = joinHeaders(request.rawHeaders);
  const body = encodeBody(request.body, headers['content-type']);
  return {
    version: '2.0',
    routeKey: arrival.routeKey,
    rawPath: request.path,
    rawQueryString: request.query,
    ...(cookie !== undefined && { cookies: splitCookies(cookie) }),
    headers: {
      ...headers,
      ...(body.body !== undefined && { 'content-length': String(request.body.length) }),
      'x-amzn-trace-id': headers['x-amzn-trace-id'] ?? arrival.traceId,
      'x-forwarded-for': append(headers['x-forwarded-for'], request.sourceIp),
      'x-forwarded-port': String(request.port),
      'x-forwarded-proto': 'http',
    },
    ...(arrival.pathParameters && { pathParameters: { ...arrival.pathParameters } }),
    ...(request.query !== '' && { queryStringParameters: joinParameters(request.query) }),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: 'localhost',
      domainPrefix: 'localhost',
      http: {
        method: request.method,
        path: request.path,
        protocol: request.protocol,
        sourceIp: request.sourceIp,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: arrival.requestId,
      routeKey: arrival.routeKey,
      stage: '$default',
      time: commonLogTime(arrival.time),
      timeEpoch: arrival.time,
    },
    ...body,
  };
};

/** The fields that speak of a connection, not of a request (RFC 9110, section 7.6.1): a gateway keeps them. */
const connectionHeaders: ReadonlySet<string> = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const joinHeaders = (rawHeaders: readonly string[]): Record<string, string> => {
  const joined = new Map<string, string>();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = String(rawHeaders[index]).toLowerCase();
    if (!connectionHeaders.has(name)) {
      const value = String(rawHeaders[index + 1]);
      const separator = name === 'cookie' ? ';' : ',';
      joined.set(name, append(joined.get(name), value, separator));
    }
  }
  return Object.fromEntries(joined);
};

const joinParameters = (query: string): Record<string, string> => {
  const joined = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    joined.set(name, append(joined.get(name), value));
  }
  return Object.fromEntries(joined);
};

const append = (before: string | undefined, value: string, separator = ','): string =>
  before === undefined ? value : `${before}${separator}${value}`;

const splitCookies = (header: string): string[] =>
  header
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie !== '');

/** The media types whose bodies API Gateway hands on as text; all others, and none, it encodes. */
const textType = /^(?:text\/[^;]*|application\/(?:json|javascript|xml))\s*(?:;|$)/i;

const encodeBody = (
  body: Buffer,
  contentType: string | undefined,
): Pick<APIGatewayProxyEventV2, 'body' | 'isBase64Encoded'> => {
  if (body.length === 0) return { isBase64Encoded: false };
  return textType.test(contentType ?? '') && isUtf8(body)
    ? { body: body.toString(), isBase64Encoded: false }
    : { body: body.toString('base64'), isBase64Encoded: true };
};

/** A time as the Common Log Format writes it, in UTC: `12/Mar/2020:19:03:58 +0000`. */
const commonLogTime = (time: number): string => {
  const [, day, month, year, clock] = new Date(time).toUTCString().split(' ');
  return `${day}/${month}/${year}:${clock} +0000`;
};
