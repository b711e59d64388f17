import { expiryHeader } from '../../functions/keys/policy.ts';
import { rateLimitHeaders } from '../../functions/quota/window.ts';
import { allowedHeaders } from '../../functions/site/cors.ts';

/** What pages of other origins may do: the CORS settings of API Gateway and the local server. */
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
  /** How long browsers may cache a preflight response. */
  maxAgeSeconds: 86_400,
} as const;

export type Cors = Readonly<
  Record<Exclude<keyof typeof cors, 'maxAgeSeconds'>, readonly string[]> &
    Record<'maxAgeSeconds', number>
>;
