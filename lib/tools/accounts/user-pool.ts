import {
  CognitoIdentityProviderClient,
  paginateListUserPools,
  paginateListUsers,
} from '@aws-sdk/client-cognito-identity-provider';
import { userPool } from '../../../functions/aws/user-pool.ts';
import { userPoolName } from '../../settings/sign-in.ts';
import { timeouts } from '../command-line/dynamodb.ts';
import { CognitoFault } from '../command-line/explain.ts';

/** The users of a stage. Both functions reject with a `CognitoFault`. */
export type StageUsers = Awaited<ReturnType<typeof stageUsers>>;

/** The largest page of user pools that Cognito returns. */
const MaxResults = 60;

/**
 * Finds the user pool of a stage by its name, in the Cognito that the environment names.
 *
 * @param wanted - the pool's id. It is needed where several have the name, since a deleted stack leaves its pool.
 */
export const stageUsers = async (stage: string, wanted: string | undefined) => {
  const client = new CognitoIdentityProviderClient({ requestHandler: timeouts });
  const name = userPoolName(stage);
  const UserPoolId = chosen(await poolsNamed(client, name).catch(fail), name, wanted);

  const subsOf = async (email: string) => {
    const Filter = `email = ${JSON.stringify(email)}`;
    const query = { UserPoolId, Filter, AttributesToGet: ['sub'] };
    const pages = await Array.fromAsync(paginateListUsers({ client }, query));
    const users = pages.flatMap(({ Users = [] }) => Users);
    return users.flatMap(({ Attributes: [sub] = [] }) => sub?.Value ?? []);
  };

  return {
    /** The `sub` of each user with an address, which Cognito compares without regard to case. */
    subsOf: (email: string) => subsOf(email).catch(fail),
    /** Removes a user. One that is gone already is no error. */
    remove: (sub: string) => userPool(UserPoolId).remove(sub).catch(fail),
  };
};

const poolsNamed = async (
  client: CognitoIdentityProviderClient,
  name: string,
): Promise<readonly string[]> => {
  const pages = await Array.fromAsync(paginateListUserPools({ client }, { MaxResults }));
  const pools = pages.flatMap(({ UserPools = [] }) => UserPools);
  return pools.flatMap(({ Name, Id = '' }) => (Name === name ? [Id] : []));
};

const fail = (cause: unknown): never => {
  throw new CognitoFault('Cognito failed.', { cause });
};

const chosen = (ids: readonly string[], name: string, wanted: string | undefined): string => {
  if (ids.length === 0) {
    throw new Error(
      `There is no user pool ${name} here: deploy the stage, or set AWS_REGION and AWS_PROFILE to where it is.`,
    );
  }
  const [id, ...others] = wanted === undefined ? ids : ids.filter((other) => other === wanted);
  if (id !== undefined && others.length === 0) return id;
  throw new Error(
    `Use --user-pool with the id of the stage's user pool, which is an output of the stack. Pools with the name ${name}: ${ids.join(', ')}.`,
  );
};
