/** The functions of accounts may do with the tables what they do, and no more. Else only IAM would tell. */
import { DeleteItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { issuerId } from '../../../functions/keys/key-reader.ts';
import { tableActions } from '../../../lib/constructs/table-actions.ts';
import { localTableName } from '../../../lib/local/local-tables.ts';
import { type AccountEndpointName, endpoints } from '../../../lib/settings/endpoints.ts';
import { quotaTable } from '../../../lib/settings/tables.ts';
import {
  type AccountBackend,
  type AccountCall,
  startAccountFunctions,
} from '../../account-functions.ts';
import { accountTables } from '../../account-tables.ts';

let backend: AccountBackend;

beforeAll(async () => {
  backend = await startAccountFunctions();
  jest.spyOn(console, 'error').mockImplementation(() => {});
});

afterAll(async () => {
  jest.restoreAllMocks();
  await backend.close();
});

const kinds: Readonly<Record<string, string>> = {
  [localTableName(quotaTable)]: 'quota',
  [accountTables.keyTable]: 'keys',
  [accountTables.accountTable]: 'accounts',
};

/** What each function did so far, such as `keys PutItem`. */
const done = new Map<string, Set<string>>();

/** Calls a function, and notes what it does. */
const call = async (name: AccountEndpointName, request?: AccountCall) => {
  const { traffic } = backend.database.wire;
  const before = traffic.length;
  const { status, json } = await backend.call(name, request);
  const actions = done.get(name) ?? new Set();
  for (const { operation, input } of traffic.slice(before)) {
    actions.add(`${kinds[String(input.TableName)]} ${operation}`);
  }
  done.set(name, actions);
  return { status, json };
};

/** Makes a key whose record can't be written yet: whoever reads the account next writes it. */
const makeKey = async (name: string): Promise<string> => {
  const { wire } = backend.database;
  wire.fault = ({ operation, input: { TableName, Item } }) =>
    operation === 'PutItem' && TableName === accountTables.keyTable && !isIssuer(Item)
      ? { status: 500, type: 'InternalServerError' }
      : undefined;
  const { status, json } = await call('create-key', { body: { name } });
  wire.fault = undefined;
  expect([status, json.item.status]).toEqual([201, 'pending']);
  return json.item.id;
};

const isIssuer = (item: unknown) => (item as { id: { S: string } }).id.S === issuerId;

test('each function may do what it does, and nothing else', async () => {
  const statuses = [(await call('open-account')).status];
  const note = async (name: AccountEndpointName, request?: AccountCall) => {
    statuses.push((await call(name, request)).status);
  };
  await makeKey('first');
  await note('open-account');
  await makeKey('second');
  await note('account');
  await makeKey('third');
  await note('create-key', { body: { name: 'fourth' } });
  const key = await makeKey('fifth');
  await note('rename-key', { key, body: { name: 'renamed' } });
  await note('rotate-key', { key, body: { grace_seconds: 3_600 } });
  await note('revoke-key', { key });
  await note('usage');
  // Whoever makes a key must see whether there are any, to tell a lost secret from the first key.
  const Key = { id: { S: issuerId } };
  const { client } = backend.database;
  await client.send(new DeleteItemCommand({ TableName: accountTables.keyTable, Key }));
  await note('rotate-key', { key, body: { grace_seconds: 0 } });
  await note('delete-account');
  expect(statuses).toEqual([200, 200, 200, 201, 200, 201, 200, 200, 503, 204]);

  const rows = endpoints.filter(({ access }) => access === 'account');
  for (const row of rows) {
    const allowed = Object.entries(tableActions(row)).flatMap(([kind, actions]) =>
      actions.map((action) => `${kind} ${action}`),
    );
    const actions = [...(done.get(row.name) ?? [])];
    expect([row.name, actions.sort()]).toEqual([row.name, allowed.sort()]);
  }
});
