/** A DynamoDB with the tables of `prod`, and accounts in it. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Account } from '../../functions/accounts/account.ts';
import { createAccountStore } from '../../functions/accounts/account-store.ts';
import type { AccountRef } from '../../functions/accounts/changes.ts';
import { newAccount, withKey } from '../../functions/accounts/changes.ts';
import { createAccountId, createAccountKey, deriveAccountId } from '../../functions/keys/format.ts';
import { localCredentials } from '../../lib/local/developer-credentials.ts';
import { stageNamed } from '../../lib/settings/stages.ts';
import { accountTableName, stageTables } from '../../lib/settings/tables.ts';
import { atEnd } from './at-end.ts';
import { startDatabase, startWire } from './dynamodb-wire.ts';

export const accountTable = accountTableName('prod');

export const plans = [
  { name: 'free', limit: 30, windowSeconds: 60 },
  { name: 'scale', limit: 6_000, windowSeconds: 60 },
];
export const limits = { activeKeys: 5, changesPerDay: 20 };

/** A client with the SDK's time-outs, until the end of the test file. */
export const connect = (endpoint: string, settings: object = {}): DynamoDBClient => {
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

/** Starts a DynamoDB, and sets the environment of a function that uses it. `client` bypasses the wire. */
export const startTables = async () => {
  const url = await startDatabase(stageTables(stageNamed('prod')));
  const wire = await startWire(url);
  Object.assign(process.env, localCredentials, { AWS_ENDPOINT_URL_DYNAMODB: wire.url });
  return { wire, client: connect(url) };
};

export const toRef = (sub: string): Required<AccountRef> => ({ id: deriveAccountId(sub), sub });

export const keyFor = ({ id }: Pick<Account, 'id'>, name = 'a key') => {
  const { stored, ...made } = createAccountKey('prod', id);
  return { ...made, stored: { ...stored, name } };
};

/** Creates an account without a sign-in, and returns its key. */
export const issueKey = async (
  client: DynamoDBClient,
  { stage = 'prod', plan = 'scale' } = {},
): Promise<string> => {
  const id = createAccountId();
  const { key, stored } = createAccountKey(stage, id);
  const store = createAccountStore(client, accountTableName(stage), Date.now, () => {});
  const named = { ...stored, name: 'key' };
  await store.put({ id }, { change: 'open' }, (_, now) =>
    withKey(newAccount({ id, owner: 'a test', plan }, now), named, limits, now),
  );
  return key;
};
