import {
  AdminDeleteUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { fixedEndpoint } from './fixed-endpoint.ts';
import { httpHandler } from './http-handler.ts';

/** Removes a sign-in, for good. One that is not there is removed already. Rejects with Cognito's error. */
export type RemoveSignIn = (sub: string) => Promise<void>;

/**
 * Makes what OpenID has no word for.
 *
 * Each of two attempts waits at most 3 s for the answer, 1 s of them for a connection. Region, credentials and
 * `AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER` come from the environment.
 *
 * @param userPool The id of the pool that holds the sign-ins.
 */
export const signInRemover = (userPool: string): RemoveSignIn => {
  const client = new CognitoIdentityProviderClient({
    maxAttempts: 2,
    retryMode: 'standard',
    requestHandler: httpHandler({ connection: 1_000, answer: 3_000 }),
    ...fixedEndpoint(process.env.AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER),
  });
  return async (sub) => {
    try {
      await client.send(new AdminDeleteUserCommand({ UserPoolId: userPool, Username: sub }));
    } catch (error) {
      if (!(error instanceof UserNotFoundException)) throw error;
    }
  };
};
