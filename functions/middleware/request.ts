/** What the middlewares hand to each other, and to the endpoint. */
import type middy from '@middy/core';
import type {
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
  Context,
} from 'aws-lambda';
import type { DecodedBody } from '../body/decode.ts';
import type { ApiKey } from '../keys/policy.ts';
import type { Quota } from '../quota/window.ts';

/** Lambda's context, and on it what is known of the request so far. */
export interface RequestContext extends Context {
  /** The accepted key, after the key check. */
  key: ApiKey;
  /** The key's quota, once the key is accepted: the request is authenticated, and its answer shows it. */
  quota: Quota;
  /** When the request took its slot, in milliseconds since the epoch; absent while it has none. */
  slotTakenAt?: number;
  /** The body as text, after the size check. */
  decodedBody: DecodedBody;
  /** The body as JSON; after the schema check, the schema's output. */
  body: unknown;
}

/** A middleware of this service. */
export type Middleware = middy.MiddlewareObj<
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
  Error,
  RequestContext
>;
