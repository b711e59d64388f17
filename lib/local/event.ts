/**
 * An HTTP request as API Gateway's HTTP APIs pass it to a function: payload format 2.0, without what no function reads,
 * such as cookies, the caller's address and the headers of proxies.
 *
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
import { isUtf8 } from 'node:buffer';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** A complete request, with what the gateway adds to it. */
export interface GatewayRequest {
  readonly method: string;
  readonly path: string;
  /** The part after the question mark, as sent; empty without one. */
  readonly query: string;
  /** With lower-case names. Values of repeated headers are joined with commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The key of the route that matched, e.g. `POST /v1/shout`. */
  readonly routeKey: string;
  /** The values of the route's parameters, if it has any. */
  readonly pathParameters?: Readonly<Record<string, string>>;
  readonly requestId: string;
}

export const toEvent = (request: GatewayRequest): APIGatewayProxyEventV2 => {
  const { method, path, query, headers, routeKey, pathParameters, requestId } = request;
  const requestContext = { http: { method, path }, requestId, routeKey };
  return {
    version: '2.0',
    routeKey,
    rawPath: path,
    rawQueryString: query,
    headers: { ...headers },
    ...(pathParameters && { pathParameters: { ...pathParameters } }),
    ...(query !== '' && { queryStringParameters: parseParameters(query) }),
    requestContext: requestContext as APIGatewayProxyEventV2['requestContext'],
    ...encodeBody(request.body, headers['content-type']),
  };
};

/** Values of repeated parameters are joined with commas. */
const parseParameters = (query: string): Record<string, string> => {
  const parameters = Map.groupBy(new URLSearchParams(query), ([name]) => name);
  return Object.fromEntries(
    [...parameters].map(([name, pairs]) => [name, pairs.map(([, value]) => value).join()]),
  );
};

/** The media types whose bodies API Gateway passes as text. It encodes all others in base64. */
const textType = /^(?:text\/[^;]*|application\/(?:json|javascript|xml))\s*(?:;|$)/i;

const encodeBody = (body: Buffer, contentType = '') => {
  if (body.length === 0) return { isBase64Encoded: false };
  return textType.test(contentType) && isUtf8(body)
    ? { body: body.toString(), isBase64Encoded: false }
    : { body: body.toString('base64'), isBase64Encoded: true };
};
