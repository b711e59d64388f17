import {
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { deadline } from './deadline.ts';
import { fixedEndpoint } from './fixed-endpoint.ts';
import { httpHandler } from './http-handler.ts';

/** Each function succeeds if the user no longer exists, and may reject with Cognito's error. */
export interface UserPool {
  remove(sub: string): Promise<void>;
  /** Prevents a user from signing in, and from signing up again with the same address. */
  disable(sub: string): Promise<void>;
}

/**
 * The users of a Cognito user pool. Each of two attempts times out after 3 s, or 1 s without a connection.
 * Region and credentials come from the environment.
 *
 * @param address - the URL of Cognito. Default: the SDK's choice.
 */
export const userPool = (UserPoolId: string, address?: string): UserPool => {
  const client = clientOf(3_000, address);
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

/**
 * Returns what sets the password of a user of a pool for good. It ends within 3 s, since a trigger has 5: an attempt
 * times out after 2 s, or 1 s without a connection, and a second one has the rest. It may reject with Cognito's error.
 *
 * @param address - the URL of Cognito.
 */
export const passwordSetter = (address: string) => {
  const client = clientOf(2_000, address);
  client.middlewareStack.use(deadline(3_000));
  return async (UserPoolId: string, Username: string, Password: string): Promise<void> => {
    const user = { UserPoolId, Username };
    await client.send(new AdminSetUserPasswordCommand({ ...user, Password, Permanent: true }));
  };
};

const clientOf = (answer: number, address?: string): CognitoIdentityProviderClient =>
  new CognitoIdentityProviderClient({
    maxAttempts: 2,
    retryMode: 'standard',
    requestHandler: httpHandler({ connection: 1_000, answer }),
    ...fixedEndpoint(address),
  });
