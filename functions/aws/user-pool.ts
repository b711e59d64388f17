import {
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { fixedEndpoint } from './fixed-endpoint.ts';
import { httpHandler } from './http-handler.ts';

/** What OpenID Connect does not cover. Each function rejects with Cognito's error; a user who is gone is none. */
export interface UserPool {
  /** Removes a user, for good. */
  remove(sub: string): Promise<void>;
  /** Keeps a user from signing in, and their address from being used to sign up again. */
  disable(sub: string): Promise<void>;
}

/**
 * The users of a Cognito user pool.
 *
 * Each of two attempts waits at most 3 s for the answer, 1 s of them for a connection. Region, credentials and
 * `AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER` come from the environment.
 *
 * @param UserPoolId The pool's id.
 */
export const userPool = (UserPoolId: string): UserPool => {
  const client = new CognitoIdentityProviderClient({
    maxAttempts: 2,
    retryMode: 'standard',
    requestHandler: httpHandler({ connection: 1_000, answer: 3_000 }),
    ...fixedEndpoint(process.env.AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER),
  });
  const unlessGone = (error: unknown) => {
    if (!(error instanceof UserNotFoundException)) throw error;
  };
  return {
    remove: async (Username) => {
      await client.send(new AdminDeleteUserCommand({ UserPoolId, Username })).catch(unlessGone);
    },
    disable: async (Username) => {
      await client.send(new AdminDisableUserCommand({ UserPoolId, Username })).catch(unlessGone);
    },
  };
};
