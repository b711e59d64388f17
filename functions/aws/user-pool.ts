import {
  AdminDeleteUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { collect } from './collect.ts';

/** Removes a sign-in, for good. One that is not there is removed already. Rejects with Cognito's error. */
export type RemoveSignIn = (sub: string) => Promise<void>;

/**
 * Makes what OpenID has no word for.
 *
 * Each of two attempts waits at most 1 s for a connection and 3 s for the answer. Region, credentials and
 * `AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER` come from the environment.
 *
 * @param userPool The id of the pool that holds the sign-ins.
 */
export const signInRemover = (userPool: string): RemoveSignIn => {
  const client = new CognitoIdentityProviderClient({
    maxAttempts: 2,
    retryMode: 'standard',
    streamCollector: collect,
    requestHandler: {
      connectionTimeout: 1_000,
      requestTimeout: 3_000,
      throwOnRequestTimeout: true,
      socketTimeout: 3_000,
    },
  });
  return async (sub) => {
    try {
      await client.send(new AdminDeleteUserCommand({ UserPoolId: userPool, Username: sub }));
    } catch (error) {
      if (!(error instanceof UserNotFoundException)) throw error;
    }
  };
};
