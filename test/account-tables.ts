/** A DynamoDB with the tables of the stage `prod`, behind a wire that can be broken, and accounts in it, for tests. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Account } from '../functions/accounts/account.ts';
import { accountIdOf, randomAccountId } from '../functions/accounts/account-id.ts';
import {
  type AccountRef,
  type AccountStore,
  accountStore,
} from '../functions/accounts/account-store.ts';
import { newAccount, withKey } from '../functions/accounts/changes.ts';
import { newKey } from '../functions/accounts/new-key.ts';
import { dynamodb } from '../functions/aws/dynamodb.ts';
import { localCredentials } from '../lib/local/local-tables.ts';
import { accountTableName, quotaTable, accountTable as tableOf } from '../lib/settings/tables.ts';
import { startDatabase } from './database.ts';
import { startWire, type Wire } from './dynamodb-wire.ts';

/** A running DynamoDB. */
export interface AccountDatabase {
  readonly wire: Wire;
  /** A client that does not use the wire. */
  readonly client: DynamoDBClient;
  /** The functions' client, which uses the wire. */
  readonly wiredClient: DynamoDBClient;
  readonly close: () => Promise<void>;
}

/** The name of the account table. */
export const accountTable = accountTableName('prod');

/** The plans and the limits of the tests' accounts. */
export const plans = [
  { name: 'free', limit: 30, windowSeconds: 60 },
  { name: 'scale', limit: 6_000, windowSeconds: 60 },
];
export const limits = { activeKeys: 5, changesPerDay: 20 };

/** A client for a DynamoDB of the tests. */
export const clientOf = (endpoint: string): DynamoDBClient =>
  new DynamoDBClient({
    endpoint,
    region: localCredentials.AWS_REGION,
    credentials: {
      accessKeyId: localCredentials.AWS_ACCESS_KEY_ID,
      secretAccessKey: localCredentials.AWS_SECRET_ACCESS_KEY,
    },
    maxAttempts: 2,
  });

/** Starts one, and sets this process's environment as a function that uses it has it. */
export const startAccountDatabase = async (): Promise<AccountDatabase> => {
  const url = await startDatabase([quotaTable, tableOf('prod')]);
  const wire = await startWire(url);
  const client = clientOf(url);
  Object.assign(process.env, localCredentials, { AWS_ENDPOINT_URL_DYNAMODB: wire.url });
  const wiredClient = dynamodb();
  return {
    wire,
    client,
    wiredClient,
    close: async () => {
      client.destroy();
      wiredClient.destroy();
      await wire.close();
    },
  };
};

/** The account of a user. */
export const refOf = (sub: string): Required<AccountRef> => ({ id: accountIdOf(sub), sub });

let accounts = 0;

/** Creates an account that nobody else uses. */
export const openAccount = (store: AccountStore): Promise<Account> => {
  accounts += 1;
  const ref = refOf(`user-${accounts}`);
  const facts = { ...ref, email: `${accounts}@example.com`, plan: 'free' };
  return store.put(ref, { change: 'open' }, (_, now) => newAccount(facts, now));
};

/** Creates a key to be added to an account. */
export const keyFor = ({ id }: Pick<Account, 'id'>, name = 'a key') => {
  const { stored, ...made } = newKey('prod', id);
  return { ...made, stored: { ...stored, name } };
};

/** Creates an account without a sign-in, with one key, as the operator does. Returns the key. */
export const issueKey = async (
  client: DynamoDBClient,
  { stage = 'prod', plan = 'scale' } = {},
): Promise<string> => {
  const id = randomAccountId();
  const { key, stored } = newKey(stage, id);
  const store = accountStore(client, accountTableName(stage));
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
