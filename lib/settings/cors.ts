import { rateLimitHeaders } from '../../functions/quota/rate-limit-headers.ts';

/**
 * What browsers on other origins may do with the API. API Gateway answers preflight requests by these
 * settings, and so does the local server.
 */
export const cors = {
  allowOrigins: ['*'],
  allowMethods: ['GET', 'POST'],
  allowHeaders: ['content-type', 'x-api-key'],
  exposeHeaders: [
    ...rateLimitHeaders.map((name) => name.toLowerCase()),
    'retry-after',
    'apigw-requestid',
  ],
  /** How long a browser may remember the answer to a preflight request. */
  maxAgeSeconds: 86_400,
} as const;
