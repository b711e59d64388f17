/**
 * CORS as API Gateway's HTTP APIs do it.
 *
 * See https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Cors } from '../settings/cors.ts';
import type { GatewayResponse } from './response.ts';

/** Whether a browser asks what it may do (Fetch Standard, section 3.3.2): whatever the path, the gateway answers. */
export const isPreflight = (method: string, headers: IncomingHttpHeaders): boolean =>
  method === 'OPTIONS' &&
  headers.origin !== undefined &&
  headers['access-control-request-method'] !== undefined;

/** The answer to a preflight request. */
export const preflightResponse = (cors: Cors): GatewayResponse => ({
  status: 204,
  headers: {
    'access-control-allow-origin': cors.allowOrigins.join(),
    'access-control-allow-methods': cors.allowMethods.join(),
    'access-control-allow-headers': cors.allowHeaders.join(),
    'access-control-max-age': String(cors.maxAgeSeconds),
  },
  body: Buffer.alloc(0),
});

/** An answer as a page of another origin may read it; other clients see nothing of that. */
export const withCors = <Response extends GatewayResponse | undefined>(
  response: Response,
  { origin }: IncomingHttpHeaders,
  cors: Cors,
): Response =>
  response && origin !== undefined
    ? {
        ...response,
        headers: {
          ...response.headers,
          'access-control-allow-origin': cors.allowOrigins.join(),
          'access-control-expose-headers': cors.exposeHeaders.join(),
        },
      }
    : response;
