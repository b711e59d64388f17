/**
 * An HTTP request as API Gateway's HTTP APIs pass it to a function: payload format 2.0, without its `cookies`, which
 * no function reads.
 *
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
import { isUtf8 } from 'node:buffer';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** A complete request. */
export interface GatewayRequest {
  readonly method: string;
  readonly path: string;
  /** The part after the question mark, as sent; empty without one. */
  readonly query: string;
  /** For example `HTTP/1.1`. */
  readonly protocol: string;
  /** Names and values alternate, as sent. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  readonly sourceIp: string;
  /** The server's port. */
  readonly port: number;
}

/** What the gateway adds to a request. */
export interface Arrival {
  /** The key of the route that matched, e.g. `POST /v1/shout`. */
  readonly routeKey: string;
  /** The values of the route's parameters, if it has any. */
  readonly pathParameters?: Readonly<Record<string, string>>;
  readonly requestId: string;
  /** X-Ray's trace header, e.g. `Root=1-5e6722a7-cc56xmpl46db7ae02d4da47e`. */
  readonly traceId: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
}

/** Converts a request to an event. */
export const toEvent = (request: GatewayRequest, arrival: Arrival): APIGatewayProxyEventV2 => {
  const headers = joinHeaders(request.rawHeaders);
  const body = encodeBody(request.body, headers['content-type']);
  return {
    version: '2.0',
    routeKey: arrival.routeKey,
    rawPath: request.path,
    rawQueryString: request.query,
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

const joinHeaders = (rawHeaders: readonly string[]): Record<string, string> => {
  const joined = new Map<string, string>();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = String(rawHeaders[index]).toLowerCase();
    joined.set(name, append(joined.get(name), String(rawHeaders[index + 1])));
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

const append = (before: string | undefined, value: string): string =>
  before === undefined ? value : `${before},${value}`;

/** The media types whose bodies API Gateway passes as text. It encodes all others in base64. */
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

/** A time in the Common Log Format, in UTC: `12/Mar/2020:19:03:58 +0000`. */
const commonLogTime = (time: number): string => {
  const [, day, month, year, clock] = new Date(time).toUTCString().split(' ');
  return `${day}/${month}/${year}:${clock} +0000`;
};
