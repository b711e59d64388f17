import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import type { Middleware } from './middleware.ts';

/** The context of a request that API Gateway's authorizer accepted. */
export interface SignedIn {
  /** The token's `sub`: the identity provider's id of the caller. */
  sub: string;
}

/** Reads the caller from the authorizer's claims. An event without them is a fault of the gateway: 500. */
export const signedIn = (): Middleware<object, SignedIn> => ({
  before: ({ event, context }) => {
    const { authorizer } = event.requestContext as Partial<
      APIGatewayProxyEventV2WithJWTAuthorizer['requestContext']
    >;
    const sub = authorizer?.jwt?.claims?.sub;
    if (typeof sub !== 'string' || sub === '') {
      throw Object.assign(new Error('No claims'), { code: 'NO_CLAIMS' });
    }
    context.sub = sub;
  },
});
