import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import type { Middleware } from './chain.ts';

/** What is known of a request that API Gateway's authorizer has let pass. */
export interface SignedIn {
  /** The `sub` of the token: the caller, as the identity provider knows them. */
  sub: string;
}

/**
 * Takes from the event who calls. The authorizer has checked the token: an event without its claims is a
 * fault of the gateway, and answered 500.
 */
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
