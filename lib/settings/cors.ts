import { expiryHeader } from '../../functions/keys/policy.ts';
import { rateLimitHeaders } from '../../functions/quota/window.ts';
import { allowedHeaders } from '../../functions/site/no-route.ts';

/** What pages of other origins may do with an API. */
export interface Cors {
  readonly allowOrigins: readonly string[];
  readonly allowMethods: readonly string[];
  readonly allowHeaders: readonly string[];
  readonly exposeHeaders: readonly string[];
  /** How long browsers may cache a preflight response. */
  readonly maxAgeSeconds: number;
}

/** Used by API Gateway and by the local server. */
export const cors = {
  allowOrigins: ['*'],
  allowMethods: ['GET', 'POST'],
  allowHeaders: allowedHeaders,
  exposeHeaders: [
    ...rateLimitHeaders.map((name) => name.toLowerCase()),
    expiryHeader.toLowerCase(),
    'retry-after',
    'apigw-requestid',
  ],
  maxAgeSeconds: 86_400,
} as const satisfies Cors;
