import { randomUUID } from 'node:crypto';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import {
  CloudWatchLogsClient,
  CreateLogStreamCommand,
  PutLogEventsCommand,
} from '@aws-sdk/client-cloudwatch-logs';
import {
  AdminDeleteUserCommand,
  CognitoIdentityProviderClient,
  paginateListUserPools,
  paginateListUsers,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { LoggedChange } from '../../functions/accounts/account-store.ts';
import { storedTime } from '../../functions/accounts/changes.ts';
import { clientSettings, type Environment } from '../settings/aws-client.ts';
import { userPoolName } from '../settings/sign-in-settings.ts';
import { stackName, stageNamed, stageNames } from '../settings/stages.ts';
import { explain, ServiceFault } from './explain.ts';
import { confirm, readSecret, type Secret, type ToolProcess } from './input.ts';
import { createAccounts } from './operator-accounts.ts';

export type AccountStage = ReturnType<typeof readStage>;

/** Reads the stage of `--stage`. */
export const readStage = (name: string | undefined) => {
  const names = stageNames.filter((name) => stageNamed(name).keys.policy === 'issued').join(', ');
  if (name === undefined) throw new Error(`--stage is missing. Stages with accounts: ${names}.`);
  const { keys } = stageNamed(name);
  if (keys.policy === 'issued') {
    return { name, plans: keys.plans.map((plan) => plan.name), limits: keys.accounts };
  }
  throw new Error(
    `The stage "${name}" accepts any key and has no accounts. Stages with accounts: ${names}.`,
  );
};

export interface DeployedStage extends AccountStage {
  /** The log group of the operator's changes. A laptop has none. */
  readonly operatorLog?: string;
  /** Why neither the deployed plans nor the log group are known. Then `plans` are those of the row. */
  readonly fault?: ServiceFault;
}

/** Reads the plans that the functions know, and where changes are recorded, from the outputs of the stage's stack. */
export const readDeployedStage = async (
  stage: AccountStage,
  environment: Environment,
): Promise<DeployedStage> => {
  // AWS's own addresses, also private ones, begin with `https:`.
  if (/^(?!https:)./.test(environment.AWS_ENDPOINT_URL_DYNAMODB ?? '')) return stage;
  const StackName = stackName(stage.name);
  try {
    const client = new CloudFormationClient(clientSettings(environment, 'CLOUDFORMATION'));
    const { Stacks } = await client.send(new DescribeStacksCommand({ StackName }));
    const outputs = Stacks?.[0]?.Outputs?.map((output) => [output.OutputKey, output.OutputValue]);
    const { Plans, OperatorLogName: operatorLog } = Object.fromEntries(outputs ?? []);
    if (Plans && operatorLog) return { ...stage, plans: JSON.parse(Plans), operatorLog };
    throw new Error(`The stack ${StackName} lacks its outputs: deploy it.`);
  } catch (cause) {
    return { ...stage, fault: new ServiceFault('CloudFormation', { cause }) };
  }
};

/** What commands use, beside what they are given. */
export type CommandContext = ReturnType<typeof createContext>;

export const createContext = (
  client: DynamoDBClient,
  stage: DeployedStage,
  given: Partial<Record<'email' | 'key' | 'user-pool', string> & Record<'yes', boolean>>,
  { stdin, stderr, env }: ToolProcess,
) => ({
  stage,
  accounts: createAccounts(client, stage.name, changeRecorder(stage, { stderr, env })),
  users: () => findUsers(stage.name, given['user-pool']),
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
 * Returns what records a change, in the form in which Lambda logs the dashboard's. It never rejects: a change that
 * can't be recorded was made all the same.
 */
const changeRecorder =
  ({ operatorLog, fault }: DeployedStage, { stderr, env }: Pick<ToolProcess, 'stderr' | 'env'>) =>
  async (change: LoggedChange): Promise<void> => {
    if (!operatorLog && !fault) return;
    const timestamp = Date.now();
    const message = JSON.stringify({ timestamp: storedTime(timestamp), message: change });
    try {
      if (fault) throw fault;
      const client = new CloudWatchLogsClient(clientSettings(env, 'CLOUDWATCH_LOGS'));
      const stream = { logGroupName: operatorLog, logStreamName: randomUUID() };
      await client.send(new CreateLogStreamCommand(stream));
      const put = new PutLogEventsCommand({ ...stream, logEvents: [{ timestamp, message }] });
      const { rejectedLogEventsInfo } = await client.send(put);
      if (rejectedLogEventsInfo) throw new Error('CloudWatch Logs refuses the time of this clock.');
    } catch (cause) {
      const reason = explain(fault ?? new ServiceFault('CloudWatch Logs', { cause }), env);
      stderr.write(`This change is not recorded. Keep its line: ${message} ${reason}\n`);
    }
  };

/**
 * The users of a stage. It finds the user pool by its name, in the Cognito that the environment names, and rejects
 * with a `ServiceFault`, as do the functions.
 *
 * @param wanted - the pool's id. It is needed where several have the name, since a deleted stack leaves its pool.
 */
export const findUsers = async (stage: string, wanted: string | undefined) => {
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
  const [UserPoolId, ...rest] = ids.filter((id) => wanted === undefined || id === wanted);
  if (UserPoolId === undefined || rest.length > 0) {
    throw new Error(
      `Use --user-pool with the id of the stage's user pool, which is an output of the stack. Pools with the name ${name}: ${ids.join(', ')}.`,
    );
  }
  return {
    /** The `sub` of each user with an address, which Cognito compares without regard to case. */
    findSubs: async (email: string): Promise<readonly string[]> => {
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
  throw new ServiceFault('Cognito', { cause });
};
