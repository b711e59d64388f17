/** A DynamoDB that counts the calls that AWS would bill. Once it serves, it answers each message with a {@link Report}. */
import { buffer } from 'node:stream/consumers';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import dynalite from 'dynalite';
import { randomAccountId } from '../../functions/accounts/account-id.ts';
import { accountStore } from '../../functions/accounts/account-store.ts';
import { newAccount, withKey } from '../../functions/accounts/changes.ts';
import { newAccountKey } from '../../functions/accounts/new-key.ts';
import { stageNamed } from '../../lib/infrastructure/settings/stages.ts';
import { accountTableName, tablesOf } from '../../lib/infrastructure/settings/tables.ts';
import { listen } from '../../lib/local/listen.ts';
import { createTables } from '../../lib/local/local-dynamodb.ts';
import { localCredentials } from '../../lib/local/local-tables.ts';
import { serve } from './stand-in.ts';

export interface Report {
  /** Calls since the last report. */
  readonly calls: number;
  /** The input of the last `GetItem`, as JSON: how `prod` reads an account. */
  readonly read: string;
  /** A key of `prod`, on the plan `bench`. */
  readonly key: string;
}

let calls = 0;
let read = '{}';

const dynamodb = dynalite({ createTableMs: 0 });
const endpoint = `http://127.0.0.1:${await listen(dynamodb, 0, 'PORT')}`;
await createTables(endpoint, tablesOf(stageNamed('prod')));
Object.assign(process.env, localCredentials);
const client = new DynamoDBClient({ endpoint });
const id = randomAccountId();
const { key, stored } = newAccountKey('prod', id);
const store = accountStore(client, accountTableName('prod'), Date.now, () => {});
await store.put({ id }, { change: 'create' }, (_, now) =>
  withKey(
    newAccount({ id, owner: 'bench', plan: 'bench' }, now),
    { ...stored, name: 'bench' },
    { activeKeys: 1, changesPerDay: 1 },
    now,
  ),
);
client.destroy();

serve(async (request, response) => {
  // `GET` is the SDK's health check, which is free.
  if (request.method === 'POST') calls += 1;
  dynamodb.emit('request', request, response);
  if (String(request.headers['x-amz-target']).endsWith('.GetItem')) {
    read = (await buffer(request)).toString();
  }
});
process.once('message', () => {
  process.on('message', () => {
    process.send?.({ calls, read, key } satisfies Report);
    calls = 0;
  });
});
