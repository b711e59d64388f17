/**
 * CORS as API Gateway's HTTP APIs do it.
 *
 * See https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Cors } from '../settings/cors.ts';
import type { GatewayResponse } from './response.ts';

/** What of a request matters. */
interface RequestHead {
  readonly method?: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

/** Whether a browser asks what it may do (Fetch Standard, section 3.3.2). */
export const isPreflight = ({ method, headers }: RequestHead): boolean =>
  method === 'OPTIONS' &&
  headers.origin !== undefined &&
  headers['access-control-request-method'] !== undefined;

/** The answer to a preflight request that no route takes. */
export const preflightResponse: GatewayResponse = {
  status: 204,
  headers: {},
  body: Buffer.alloc(0),
};

/**
 * An answer as a page of another origin may read it, or as a browser may that asks first; other clients see
 * nothing of that.
 */
export const withCors = (
  response: GatewayResponse,
  request: RequestHead,
  cors: Cors,
): GatewayResponse => {
  if (request.headers.origin === undefined) return response;
  return {
    ...response,
    headers: {
      ...response.headers,
      'access-control-allow-origin': cors.allowOrigins.join(),
      ...(isPreflight(request)
        ? {
            'access-control-allow-methods': cors.allowMethods.join(),
            'access-control-allow-headers': cors.allowHeaders.join(),
            'access-control-max-age': String(cors.maxAgeSeconds),
          }
        : { 'access-control-expose-headers': cors.exposeHeaders.join() }),
    },
  };
};
