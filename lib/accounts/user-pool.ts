import {
  CognitoIdentityProviderClient,
  paginateListUserPools,
} from '@aws-sdk/client-cognito-identity-provider';
import { type RemoveSignIn, signInRemover } from '../../functions/aws/user-pool.ts';
import { cognitoService, ServiceFault } from '../operator/aws-service.ts';
import { timeouts } from '../operator/dynamodb.ts';
import { userPoolName } from '../settings/sign-in.ts';

/** How many user pools Cognito lists in an answer, at most. */
const MaxResults = 60;

/**
 * Finds the user pool of a stage by its name, in the Cognito that the environment says, and gives what
 * removes a sign-in from it.
 *
 * @param wanted The pool's id, where several have the name: a stack that is deleted may leave its pool.
 */
export const stageSignInRemover = async (
  stage: string,
  wanted: string | undefined,
): Promise<RemoveSignIn> => {
  const name = userPoolName(stage);
  const ids = await idsOfPools(name).catch(fail);
  const remove = signInRemover(chosen(ids, name, wanted));
  return (id) => remove(id).catch(fail);
};

const idsOfPools = async (name: string): Promise<readonly string[]> => {
  const client = new CognitoIdentityProviderClient({ requestHandler: timeouts });
  const ids: string[] = [];
  for await (const { UserPools = [] } of paginateListUserPools({ client }, { MaxResults })) {
    ids.push(...UserPools.flatMap(({ Name, Id = '' }) => (Name === name ? [Id] : [])));
  }
  return ids;
};

const fail = (cause: unknown): never => {
  throw new ServiceFault(cognitoService, cause);
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
    `Say with --user-pool which user pool is the stage's, as the stack's outputs have it. Those with the name ${name}: ${ids.join(', ')}.`,
  );
};
