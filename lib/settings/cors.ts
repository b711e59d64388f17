import { orderHeader } from '../../functions/emphasis/order-header.ts';
import { rateLimitHeaders } from '../../functions/quota/rate-limit-headers.ts';

/** What browsers on other origins may do with an API. */
export interface Cors {
  readonly allowOrigins: readonly string[];
  readonly allowMethods: readonly string[];
  readonly allowHeaders: readonly string[];
  readonly exposeHeaders: readonly string[];
  /** How long a browser may remember the answer to a preflight request. */
  readonly maxAgeSeconds: number;
}

/** For ours, API Gateway answers preflight requests by these settings, and so does the local server. */
export const cors = {
  allowOrigins: ['*'],
  allowMethods: ['GET', 'POST'],
  allowHeaders: ['content-type', 'x-api-key'],
  exposeHeaders: [
    ...rateLimitHeaders.map((name) => name.toLowerCase()),
    'retry-after',
    orderHeader.toLowerCase(),
    'apigw-requestid',
  ],
  maxAgeSeconds: 86_400,
} as const satisfies Cors;
