import {
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { deadline } from './client.ts';
import { httpHandler } from './http-handler.ts';

/** Each function may reject with Cognito's error. */
export interface UserPool {
  /** Succeeds if the user no longer exists. */
  remove(sub: string): Promise<void>;
  /**
   * Prevents a user from signing in, and from signing up again with the same address. Succeeds if the user no longer
   * exists.
   */
  disable(sub: string): Promise<void>;
  /** Sets a user's password for good. */
  setPassword(sub: string, password: string): Promise<void>;
}

/**
 * The users of a Cognito user pool. A command ends within 3 s, since a trigger has 5: an attempt times out after 2 s, or
 * 1 s without a connection, and a second one has the rest. Region, credentials and address come from the environment.
 */
export const userPool = (UserPoolId: string): UserPool => {
  const client = new CognitoIdentityProviderClient({
    maxAttempts: 2,
    requestHandler: httpHandler({ connection: 1_000, answer: 2_000 }),
  });
  client.middlewareStack.use(deadline(3_000));
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
    setPassword: async (Username, Password) => {
      const user = { UserPoolId, Username };
      await client.send(new AdminSetUserPasswordCommand({ ...user, Password, Permanent: true }));
    },
  };
};
