import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import type { AccountRef } from '../accounts/account-store.ts';
import { accountIdOf } from '../keys/format.ts';
import type { Middleware } from './middleware.ts';

/** The context of a request that API Gateway's authorizer accepted. */
export interface SignedIn {
  /** The caller's account, which may not exist. */
  ref: Required<AccountRef>;
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
    context.ref = { id: accountIdOf(sub), sub };
  },
});
