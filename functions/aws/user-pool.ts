import {
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { forLambda } from './client.ts';
import { createHttpHandler } from './http-handler.ts';

export type UserPool = ReturnType<typeof createUserPool>;

/**
 * The users of a Cognito user pool. A command ends within 3 s, since Cognito waits 5 s for a trigger: the first attempt
 * times out after 2 s, or after 1 s without a connection, and the second has the rest. Region, credentials and address
 * come from the environment. Each function may reject with Cognito's error.
 */
export const createUserPool = (UserPoolId: string) => {
  const client = new CognitoIdentityProviderClient({
    maxAttempts: 2,
    requestHandler: createHttpHandler(1_000),
  });
  client.middlewareStack.use(forLambda(2_000, 3_000));
  const ignoreGone = (error: unknown) => {
    if (!(error instanceof UserNotFoundException)) throw error;
  };
  return {
    /** Succeeds if the user no longer exists. */
    remove: async (Username: string): Promise<void> => {
      await client.send(new AdminDeleteUserCommand({ UserPoolId, Username })).catch(ignoreGone);
    },
    /** Prevents a user from signing in, and from signing up with the same address. Succeeds without a user, too. */
    disable: async (Username: string): Promise<void> => {
      await client.send(new AdminDisableUserCommand({ UserPoolId, Username })).catch(ignoreGone);
    },
    setPassword: async (Username: string, Password: string): Promise<void> => {
      const user = { UserPoolId, Username };
      await client.send(new AdminSetUserPasswordCommand({ ...user, Password, Permanent: true }));
    },
  };
};
