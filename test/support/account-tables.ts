/** A DynamoDB with the tables of `prod`, and accounts in it. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Account, AccountRef } from '../../functions/accounts/account.ts';
import { newAccount, withKey } from '../../functions/accounts/changes.ts';
import { type AccountStore, accountStore } from '../../functions/accounts/store.ts';
import { dynamodb } from '../../functions/aws/dynamodb.ts';
import { accountIdOf, newAccountKey, randomAccountId } from '../../functions/keys/format.ts';
import { localCredentials } from '../../lib/local/developer-credentials.ts';
import { stageNamed } from '../../lib/settings/stages.ts';
import { accountTableName, tablesOf } from '../../lib/settings/tables.ts';
import { atEnd } from './at-end.ts';
import { startDatabase, startWire, type Wire } from './dynamodb-wire.ts';

export interface AccountDatabase {
  readonly wire: Wire;
  /** Bypasses the wire. */
  readonly client: DynamoDBClient;
  /** The functions' client, behind the wire. */
  readonly wiredClient: DynamoDBClient;
}

export const accountTable = accountTableName('prod');

export const plans = [
  { name: 'free', limit: 30, windowSeconds: 60 },
  { name: 'scale', limit: 6_000, windowSeconds: 60 },
];
export const limits = { activeKeys: 5, changesPerDay: 20 };

/** A client with the SDK's time-outs, until the end of the test file. */
export const clientOf = (endpoint: string, settings: object = {}): DynamoDBClient => {
  const client = new DynamoDBClient({
    endpoint,
    region: localCredentials.AWS_REGION,
    credentials: {
      accessKeyId: localCredentials.AWS_ACCESS_KEY_ID,
      secretAccessKey: localCredentials.AWS_SECRET_ACCESS_KEY,
    },
    maxAttempts: 2,
    ...settings,
  });
  atEnd(() => client.destroy());
  return client;
};

/** Starts a DynamoDB, and sets the environment of a function that uses it. */
export const startAccountDatabase = async (): Promise<AccountDatabase> => {
  const url = await startDatabase(tablesOf(stageNamed('prod')));
  const wire = await startWire(url);
  const client = clientOf(url);
  Object.assign(process.env, localCredentials, { AWS_ENDPOINT_URL_DYNAMODB: wire.url });
  const wiredClient = dynamodb();
  atEnd(() => wiredClient.destroy());
  return { wire, client, wiredClient };
};

export const refOf = (sub: string): Required<AccountRef> => ({ id: accountIdOf(sub), sub });

let accounts = 0;

/** Creates a new account. */
export const openAccount = (store: AccountStore): Promise<Account> => {
  accounts += 1;
  const ref = refOf(`user-${accounts}`);
  const facts = { ...ref, email: `${accounts}@example.com`, plan: 'free' };
  return store.put(ref, { change: 'open' }, (_, now) => newAccount(facts, now));
};

export const keyFor = ({ id }: Pick<Account, 'id'>, name = 'a key') => {
  const { stored, ...made } = newAccountKey('prod', id);
  return { ...made, stored: { ...stored, name } };
};

/** Creates an account without a sign-in, and returns its key. */
export const issueKey = async (
  client: DynamoDBClient,
  { stage = 'prod', plan = 'scale' } = {},
): Promise<string> => {
  const id = randomAccountId();
  const { key, stored } = newAccountKey(stage, id);
  const store = accountStore(client, accountTableName(stage), Date.now, () => {});
  await store.put({ id }, { change: 'open' }, (_, now) =>
    withKey(
      newAccount({ id, owner: 'a test', plan }, now),
      { ...stored, name: 'key' },
      limits,
      now,
    ),
  );
  return key;
};
