import {
  AdminDeleteUserCommand,
  CognitoIdentityProviderClient,
  paginateListUserPools,
  paginateListUsers,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { clientSettings } from '../settings/aws-client.ts';
import { userPoolName } from '../settings/sign-in-settings.ts';
import { stageNamed, stageNames } from '../settings/stages.ts';
import { CognitoFault } from './explain.ts';
import { confirm, readSecret, type Secret, type ToolProcess } from './input.ts';
import { operatorAccounts } from './operator-accounts.ts';

export type AccountStage = ReturnType<typeof stageOption>;

export const stageOption = (name: string | undefined) => {
  const names = stageNames.filter((one) => stageNamed(one).keys.policy === 'issued').join(', ');
  if (name === undefined) throw new Error(`--stage is missing. Stages with accounts: ${names}.`);
  const { keys } = stageNamed(name);
  if (keys.policy === 'issued') return { name, plans: keys.plans, limits: keys.accounts };
  throw new Error(
    `The stage "${name}" accepts any key and has no accounts. Stages with accounts: ${names}.`,
  );
};

/** What commands use, beside what they are given. */
export type CommandContext = ReturnType<typeof contextOf>;

export const contextOf = (
  client: DynamoDBClient,
  stage: AccountStage,
  given: Partial<Record<'email' | 'key' | 'user-pool', string> & Record<'yes', boolean>>,
  { stdin, stderr }: ToolProcess,
) => ({
  stage,
  accounts: operatorAccounts(client, stage.name),
  users: () => stageUsers(stage.name, given['user-pool']),
  readSecret: (secret: Secret) => readSecret(secret, stdin, stderr),
  /** Asks whether to go on, unless there was `--yes`. Rejects unless the answer is yes. */
  confirm: async (question: string): Promise<void> => {
    if (given.yes) return;
    if (!stdin.isTTY && (given.key ?? given.email) !== undefined) {
      throw new Error(
        "Add --yes: standard input holds the key or the address, so it can't hold a confirmation.",
      );
    }
    if (!(await confirm(question, stdin, stderr))) throw new Error('Nothing was done.');
  },
});

/**
 * The users of a stage. It finds the user pool by its name, in the Cognito that the environment names, and rejects
 * with a `CognitoFault`, as do the functions.
 *
 * @param wanted - the pool's id. It is needed where several have the name, since a deleted stack leaves its pool.
 */
export const stageUsers = async (stage: string, wanted: string | undefined) => {
  const settings = clientSettings(process.env, 'COGNITO_IDENTITY_PROVIDER');
  const client = new CognitoIdentityProviderClient(settings);
  const name = userPoolName(stage);
  // The largest page that Cognito returns.
  const pools = await Array.fromAsync(paginateListUserPools({ client }, { MaxResults: 60 })).catch(
    cognitoFailed,
  );
  const ids = pools.flatMap(({ UserPools = [] }) =>
    UserPools.flatMap((pool) => (pool.Name === name ? [String(pool.Id)] : [])),
  );
  if (ids.length === 0) {
    throw new Error(
      `There is no user pool ${name} here: deploy the stage, or set AWS_REGION and AWS_PROFILE to where it is.`,
    );
  }
  const [UserPoolId, ...others] = ids.filter((id) => wanted === undefined || id === wanted);
  if (UserPoolId === undefined || others.length > 0) {
    throw new Error(
      `Use --user-pool with the id of the stage's user pool, which is an output of the stack. Pools with the name ${name}: ${ids.join(', ')}.`,
    );
  }
  return {
    /** The `sub` of each user with an address, which Cognito compares without regard to case. */
    subsOf: async (email: string): Promise<readonly string[]> => {
      const Filter = `email = ${JSON.stringify(email)}`;
      const query = { UserPoolId, Filter, AttributesToGet: ['sub'] };
      const pages = await Array.fromAsync(paginateListUsers({ client }, query)).catch(
        cognitoFailed,
      );
      const users = pages.flatMap(({ Users = [] }) => Users);
      return users.flatMap(({ Attributes: [sub] = [] }) => sub?.Value ?? []);
    },
    /** Removes a user. One that is gone already is no error. */
    remove: async (Username: string): Promise<void> => {
      await client
        .send(new AdminDeleteUserCommand({ UserPoolId, Username }))
        .catch((error: unknown) => error instanceof UserNotFoundException || cognitoFailed(error));
    },
  };
};

const cognitoFailed = (cause: unknown): never => {
  throw new CognitoFault('Cognito failed.', { cause });
};
