/**
 * CORS as API Gateway's HTTP APIs do it.
 *
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html
 */
import type { IncomingMessage } from 'node:http';
import type { Cors } from '../infrastructure/settings/cors.ts';
import type { GatewayResponse } from './response.ts';

type RequestHead = Pick<IncomingMessage, 'method' | 'headers'>;

/** Whether a request is a CORS preflight (Fetch Standard, section 3.3.2). */
const isPreflight = ({ method, headers }: RequestHead): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

/** Adds the CORS headers to the response of a request with an `Origin`. */
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
