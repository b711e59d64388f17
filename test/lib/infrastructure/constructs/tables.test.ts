/** Compares the roles of account functions with the calls that the functions make. */
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { tableActions } from '../../../../lib/infrastructure/constructs/tables.ts';
import {
  type AccountEndpointName,
  endpoints,
} from '../../../../lib/infrastructure/settings/endpoints.ts';
import { quotaTable } from '../../../../lib/infrastructure/settings/tables.ts';
import { localTableName } from '../../../../lib/local/local-tables.ts';
import {
  type AccountBackend,
  type AccountCall,
  startAccountFunctions,
} from '../../../support/account-functions.ts';
import { accountTable } from '../../../support/account-tables.ts';

let backend: AccountBackend;

beforeAll(async () => {
  backend = await startAccountFunctions();
  jest.spyOn(console, 'info').mockImplementation(() => {});
});

afterAll(async () => {
  jest.restoreAllMocks();
  await backend.close();
});

const kinds: Readonly<Record<string, string>> = {
  [localTableName(quotaTable)]: 'quota',
  [accountTable]: 'accounts',
};

/** The calls of each function, such as `accounts PutItem`. */
const done = new Map<string, Set<string>>();

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

test("a role's table permissions are the calls that its function makes", async () => {
  const statuses: number[] = [];
  const note = async (name: AccountEndpointName, request?: AccountCall) => {
    const { status, json } = await call(name, request);
    statuses.push(status);
    return json;
  };
  await note('open-account');
  const { item } = await note('create-key', { body: { name: 'a key' } });
  await note('account');
  await note('rename-key', { key: item.id, body: { name: 'renamed' } });
  await note('rotate-key', { key: item.id, body: { grace_seconds: 3_600 } });
  await note('revoke-key', { key: item.id });
  await note('usage');
  await note('delete-account');
  expect(statuses).toEqual([200, 201, 200, 200, 201, 200, 200, 204]);

  const rows = endpoints.filter(({ access }) => access === 'account');
  for (const row of rows) {
    const allowed = Object.entries(tableActions(row)).flatMap(([kind, actions]) =>
      actions.map((action) => `${kind} ${action}`),
    );
    const actions = [...(done.get(row.name) ?? [])];
    expect([row.name, actions.sort()]).toEqual([row.name, allowed.sort()]);
  }
});
