/** The operator's tool against the wire of DynamoDB and Cognito. */
import {
  type AttributeValue,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { accountToItem } from '../../../functions/accounts/account-store.ts';
import { accountIdOf, generateKey, keyHash, keyId } from '../../../functions/keys/format.ts';
import { localCredentials } from '../../../lib/local/developer-credentials.ts';
import { createTables } from '../../../lib/local/local-dynamodb.ts';
import { accountTable, accountTableName } from '../../../lib/settings/tables.ts';
import { clientOf } from '../../support/account-tables.ts';
import { type Fault, startWire, type Wire } from '../../support/dynamodb-wire.ts';
import { type OperatorTool, operatorTool } from '../../support/operator-tool.ts';
import { callWith, type SharedService, sharedProduction } from '../../support/service.ts';
import { callerOf, newAddress, signIn } from '../../support/sign-in.ts';

const TableName = accountTableName('prod');

let service: SharedService;
let wire: Wire;
let cognito: Wire;
let client: DynamoDBClient;
let tool: OperatorTool;
const shownKeys: string[] = [];

beforeAll(async () => {
  service = sharedProduction();
  const { dynamodbUrl, signInUrl } = service;
  [wire, cognito] = await Promise.all([startWire(dynamodbUrl), startWire(signInUrl)]);
  Object.assign(process.env, localCredentials, {
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: cognito.url,
  });
  client = clientOf(wire.url);
  tool = operatorTool(client);
});

afterEach(() => {
  wire.fault = undefined;
  cognito.fault = undefined;
});

/** Calls an endpoint in a new function with an empty cache. */
const statusOf = async (endpoint: string, key: string): Promise<number> =>
  (await callWith(service, key, endpoint)).status;

const create = (owner = 'someone') => tool.json(`create --owner ${owner} --plan free`);

const issue = async (account: string, more = '') => {
  const issued = await tool.json(`issue ${account} --name laptop ${more}`);
  shownKeys.push(issued.key);
  return issued;
};

/** A caller who has opened an account and created a key. */
const caller = async () => {
  const email = newAddress();
  const token = await signIn(service, email);
  const ask = callerOf(service, token);
  expect((await ask('PUT')).status).toBe(200);
  const { key, item } = (await ask('POST', '/keys', { name: 'mine' })).json;
  shownKeys.push(key);
  return { id: accountIdOf(String(decodeJwt(token).sub)), email, ask, key, keyId: item.id };
};

test('an account without a sign-in, from creation to deletion', async () => {
  const account = await create('علی\u200cرضا');
  expect(account).toMatchObject({ owner: 'علی\u200cرضا', email: null, plan: 'free', keys: [] });

  const first = await issue(account.id, '--expires 30d');
  expect(first).toMatchObject({ account: account.id, name: 'laptop', status: 'active' });
  expect(first.id).toBe(keyId(account.id, keyHash(first.key)));
  expect(await statusOf('shout', first.key)).toBe(200);

  const second = await tool.json(`rotate ${first.id} --grace 0s`);
  shownKeys.push(second.key);
  expect(second).toMatchObject({ expires_at: first.expires_at, predecessor: { id: first.id } });
  expect(await statusOf('whisper', first.key)).toBe(401);
  expect(await statusOf('whisper', second.key)).toBe(200);
  expect(await tool.error(`rotate ${first.id}`)).toBe('The key is expired. Create a new one.');

  expect(await tool.json(`plan ${account.id} --plan scale`)).toMatchObject({ plan: 'scale' });
  expect(await tool.json(`suspend ${account.id} --yes`)).toMatchObject({ status: 'suspended' });
  expect(await tool.error(`issue ${account.id} --name more`)).toContain('The account is suspended');
  expect(await statusOf('scream', second.key)).toBe(401);
  expect(await tool.json(`resume ${account.id}`)).toMatchObject({ status: 'active' });

  expect(await tool.json('revoke --key - --yes', `${second.key}\n`)).toMatchObject({
    id: second.id,
    status: 'revoked',
  });
  expect(await statusOf('emphasize', second.key)).toBe(401);

  // No user pool is needed.
  cognito.fault = 'reset';
  expect(await tool.json(`delete ${account.id} --yes`)).toEqual({
    id: account.id,
    sub: null,
    email: null,
    owner: null,
    plan: null,
    created_at: account.created_at,
    changed_at: expect.any(String),
    suspended_at: null,
    deleted_at: expect.any(String),
    status: 'deleted',
    keys: [],
  });
  expect(await tool.error(`plan ${account.id} --plan free`)).toBe('The account was deleted.');
});

test("a caller's account: found without a scan by its id, a key's id, a key and an address", async () => {
  const { id, email, ask, key, keyId: ofKey } = await caller();
  wire.calls.length = 0;
  const shown = await tool.json(`show ${id}`);
  expect(shown).toMatchObject({ id, email, owner: null, keys: [{ id: ofKey, name: 'mine' }] });
  expect(await tool.json('show --email -', ` ${email.toUpperCase()}\n`)).toEqual(shown);
  const selected = { ...shown, selected_key: ofKey };
  expect(await tool.json(`show ${ofKey}`)).toEqual(selected);
  expect(await tool.json('show --key -', key)).toEqual(selected);
  expect(wire.calls).toEqual(Array(4).fill('GetItem'));

  expect(await tool.error(`suspend ${id}`, 'no')).toContain(` of ${email}, plan free, `);
  await tool.json('suspend --email - --yes', email);
  expect((await ask('GET')).json).toMatchObject({ keys: [{ status: 'suspended' }] });
  await tool.json(`delete ${id} --yes`);
  expect((await ask('PUT')).status).toBe(410);
  expect(await tool.error('show --email -', email)).toBe(
    'No user of the stage "prod" has that address.',
  );
  const { Items } = await client.send(new ScanCommand({ TableName }));
  expect(JSON.stringify(Items)).not.toContain(email);
  // Whoever signs in with the address from now on is another user.
  expect(accountIdOf(String(decodeJwt(await signIn(service, email)).sub))).not.toBe(id);
});

test('only a yes confirms a change', async () => {
  const { id } = await create('ACME');
  const key = await issue(id);
  await tool.json(`revoke ${(await issue(id)).id} --yes`);
  const ofAccount = `the account ${id} of ACME, plan free, active keys: 1?`;
  for (const [words, question] of [
    [`suspend ${id}`, `Suspend ${ofAccount}`],
    [`delete ${id}`, `Delete ${ofAccount}`],
    [`revoke ${key.id}`, `Revoke the key "laptop" of ${ofAccount}`],
  ]) {
    for (const input of ['', '\n', 'no\n', 'yet\n']) {
      expect(await tool.error(String(words), input)).toBe(`${question} [y/N] Nothing was done.`);
    }
  }
  expect(await tool.error('revoke --key -', key.key)).toMatch(/^Add --yes: /);
  const { status, keys } = await tool.json(`show ${id}`);
  expect([status, keys[0].status]).toEqual(['active', 'active']);
  expect((await tool.run(`revoke ${key.id}`, 'y\n')).stdout).toMatch(/^status +revoked$/m);
});

const broken: Fault = { status: 500, type: 'InternalServerError' };
const written: Fault = { ...broken, applied: true };
const denied: Fault = { status: 400, type: 'AccessDeniedException' };

const failWrites = (fault: Fault): void => {
  wire.fault = ({ operation }) => (operation === 'PutItem' ? fault : undefined);
};

test.each(['suspend ID --yes', 'revoke KEY --yes', 'delete ID --yes'])(
  '%s: the tool knows the outcome, or says so and can be repeated',
  async (template) => {
    for (const [fault, message] of [
      [denied, /^DynamoDB refuses: AccessDeniedException: \w+$/],
      [broken, / It is not known whether .* was (?:changed|deleted): repeat the command\.$/],
      [written, / It is not known whether .* was (?:changed|deleted): repeat the command\.$/],
    ] as const) {
      const { id } = await create();
      const { id: key } = await issue(id);
      const words = template.replace('ID', id).replace('KEY', key);
      const before = await tool.json(`show ${id}`);
      failWrites(fault);
      expect(await tool.error(words)).toMatch(message);
      wire.fault = undefined;
      const after = await tool.json(`show ${id}`);
      if (fault === written) expect(after).not.toEqual(before);
      else expect(after).toEqual(before);
      const repeated = await tool.json(words);
      if (fault === written) expect(await tool.json(`show ${id}`)).toEqual(after);
      else expect(repeated).not.toEqual(before);
    }
  },
);

test('where others keep changing the account, nothing is changed', async () => {
  const { id } = await create();
  failWrites({ status: 400, type: 'ConditionalCheckFailedException' });
  expect(await tool.error(`suspend ${id} --yes`)).toBe(
    'The account is being changed by other requests. Try again.',
  );
});

test('a key that was created but not shown is named, listed and revoked', async () => {
  const { id } = await create();
  failWrites(written);
  const notShown = await tool.error(`issue ${id} --name lost`);
  wire.fault = undefined;
  const [lost] = (await tool.json(`show ${id}`)).keys;
  expect(notShown).toContain(
    ` The key ${lost.id} may have been created, but was not shown: if show ${id} lists it, revoke it.`,
  );
  failWrites(written);
  const notRotated = await tool.error(`rotate ${lost.id}`);
  wire.fault = undefined;
  const [old, successor] = (await tool.json(`show ${id}`)).keys;
  expect(old.successor).toBe(successor.id);
  expect(notRotated).toContain(` if show ${id} lists ${successor.id}, revoke it, and issue a new `);

  const { code, stderr } = await tool.unread(`issue ${id} --name unread`);
  const unread = (await tool.json(`show ${id}`)).keys.at(-1);
  expect([code, stderr]).toEqual([
    1,
    `The result can't be written (EPIPE). The key ${unread.id} was issued but not shown: revoke it.\n`,
  ]);
  for (const key of [lost, successor, unread]) {
    expect(await tool.json(`revoke ${key.id} --yes`)).toMatchObject({ status: 'revoked' });
  }
  failWrites(written);
  const [, uncertain] =
    / account (\w+) was created: see /.exec(
      await tool.error('create --owner someone --plan free'),
    ) ?? [];
  wire.fault = undefined;
  expect(await tool.json(`show ${uncertain}`)).toMatchObject({ owner: 'someone' });
  // Whoever stops reading a list is left alone.
  expect(await tool.unread('list')).toMatchObject({ code: 0, stderr: '' });
});

test('a failed read reports that and nothing else', async () => {
  const { id } = await create();
  const { id: key } = await issue(id);
  wire.fault = broken;
  for (const words of ['list', `show ${id}`, `issue ${id} --name a`, `revoke ${key} --yes`]) {
    expect(await tool.error(words)).toMatch(/^DynamoDB refuses: InternalServerError: \w+$/);
  }
  wire.fault = ({ operation }) =>
    wire.calls.filter((call) => call === operation).length > 1 ? broken : undefined;
  wire.calls.length = 0;
  expect(await tool.error(`suspend ${id} --yes`)).toMatch(/InternalServerError: \w+$/);
});

test('without the user pool nothing is deleted; a later failure is resolved by repeating', async () => {
  const { id, email } = await caller();
  const before = await tool.json(`show ${id}`);
  cognito.fault = denied;
  expect(await tool.error(`delete ${id} --yes`)).toMatch(
    /^Cognito refuses: AccessDeniedException: /,
  );
  expect(await tool.json(`show ${id}`)).toEqual(before);

  cognito.fault = ({ operation }) => (operation === 'AdminDeleteUser' ? denied : undefined);
  expect(await tool.error(`delete ${id} --yes`)).toMatch(
    /^Cognito refuses: AccessDeniedException: .* The account \w+ is deleted, but not its user: /,
  );
  cognito.fault = undefined;
  const tombstone = await tool.json('show --email -', email);
  expect(tombstone).toMatchObject({ status: 'deleted', email: null, keys: [] });
  // It asks no more, and changes nothing more.
  for (let times = 0; times < 2; times += 1) {
    expect(await tool.json(`delete ${id}`)).toEqual(tombstone);
  }
  expect(await tool.error('show --email -', email)).toContain('No user of the stage "prod"');
});

test('the user of a suspended account that its holder deleted stays until the operator removes it', async () => {
  const { id, email, ask } = await caller();
  await tool.json(`suspend ${id} --yes`);
  await ask('DELETE');
  const tombstone = await tool.json('show --email -', email);
  expect(tombstone).toMatchObject({ status: 'deleted', suspended_at: expect.any(String) });
  expect(await tool.json('delete --email - --yes', email)).toEqual(tombstone);
  expect(await tool.error('show --email -', email)).toContain('No user of the stage "prod"');
});

interface UsedDay {
  readonly day: string;
  readonly requests: number;
  readonly keys: readonly { readonly id: string; readonly requests: number }[];
}

interface ShownKey {
  readonly id: string;
  readonly days: readonly number[];
}

test('usage counts the requests that the dashboard shows, by day and key', async () => {
  const { id, ask, key, keyId: first } = await caller();
  const { key: other, item } = (await ask('POST', '/keys', { name: 'server' })).json;
  shownKeys.push(other);
  for (const endpoint of ['shout', 'whisper', 'rate-limits']) await statusOf(endpoint, key);
  await statusOf('scream', other);
  const { days } = await tool.json(`usage ${id}`);
  const { json } = await ask('GET', '/usage');
  const used = days.map(({ day, requests, keys }: UsedDay) => {
    const byKey = Object.fromEntries(keys.map(({ id, requests }) => [id, requests]));
    return { day, requests, keys: byKey };
  });
  // The dashboard has the newest day first, and all keys on each.
  const shown = json.days.slice(0, 7).map((day: string, at: number) => {
    const keys = json.keys.filter(({ days }: ShownKey) => Number(days[at]) > 0);
    const byKey = Object.fromEntries(keys.map(({ id, days }: ShownKey) => [id, days[at]]));
    return { day, requests: json.account.days[at], keys: byKey };
  });
  expect(used.toReversed()).toEqual(shown);
  expect(days.at(-1).keys).toContainEqual({ id: item.id, name: 'server', requests: 1 });
  wire.calls.length = 0;
  const month = await tool.json(`usage ${id} --days 32`);
  expect(wire.calls).toEqual(['GetItem', 'Query']);
  expect([month.days.length, month.days.at(-1)]).toEqual([32, days.at(-1)]);

  await tool.json(`delete ${id} --yes`);
  const { stdout } = await tool.run(`usage ${id}`);
  const [header, ...lines] = stdout.trimEnd().replace(/ {2,}/g, '  ').split('\n');
  expect(header).toBe('DAY  KEY  NAME  REQUESTS');
  expect(lines).toHaveLength(7 + 2);
  const rows = ['all  0', `${first}  -  2`, `${item.id}  -  1`].map((row) =>
    expect.stringMatching(row),
  );
  expect(lines).toEqual(expect.arrayContaining(rows));
  expect(await tool.error('usage 00000000000')).toContain('There is no account 00000000000 in ');
});

/** Creates a table with the copy of an account. */
const copyInto = async (name: string, Item: Record<string, AttributeValue> | undefined) => {
  await createTables(service.dynamodbUrl, [{ ...accountTable('prod'), name }]);
  await client.send(new PutItemCommand({ TableName: name, Item }));
};

test('the copy of a deleted account deletes the account, and the question and the answer say so', async () => {
  const { id } = await create();
  const deleted = '2026-11-01T00:00:00.000Z';
  const times = { created_at: deleted, changed_at: deleted, deleted_at: deleted };
  await copyInto('copy-of-deleted', accountToItem({ id, sub: 'somebody', ...times }));
  const before = await tool.json(`show ${id}`);
  const words = `restore ${id} --from copy-of-deleted`;
  expect(await tool.error(words, 'no')).toBe(
    `Delete the account ${id}, changed at ${before.changed_at}? Its copy is of an account that was deleted at ${deleted}. [y/N] Nothing was done.`,
  );
  expect(await tool.json(`show ${id}`)).toEqual(before);
  const { stdout } = await tool.run(words, 'y\n');
  expect(stdout).toContain(
    `\n\nIt is deleted, as its copy was. To remove its user, if it has one: npm run accounts -- delete ${id} --stage prod\n`,
  );
  expect(await tool.json(`show ${id}`)).toMatchObject({ status: 'deleted', keys: [] });
});

test('a restored account is newer than the one that it replaces, also by a clock that lags', async () => {
  const { id } = await create();
  const { Item } = await client.send(new GetItemCommand({ TableName, Key: { id: { S: id } } }));
  await copyInto('copy-of-two', Item);
  const changed_at = '2999-01-01T00:00:00.000Z';
  await client.send(
    new PutItemCommand({ TableName, Item: { ...Item, changed_at: { S: changed_at } } }),
  );
  const restored = await tool.json(`restore ${id} --from copy-of-two --yes`);
  expect(restored.changed_at > changed_at).toBe(true);
});

test('restore does not say that nothing was done where an earlier attempt may have been', async () => {
  const { id } = await create();
  const { Item } = await client.send(new GetItemCommand({ TableName, Key: { id: { S: id } } }));
  await copyInto('copy-of-one', Item);
  const outcomes = [written];
  wire.fault = ({ operation }) =>
    operation === 'PutItem' ? (outcomes.pop() ?? denied) : undefined;
  expect(await tool.error(`restore ${id} --from copy-of-one --yes`)).toContain(
    ` It is not known whether the account ${id} was changed: repeat the command.`,
  );
  wire.fault = undefined;
  expect(await tool.json(`show ${id}`)).toMatchObject({ status: 'suspended' });
});

test('a key appears only where it was shown', async () => {
  expect(shownKeys.length).toBeGreaterThan(10);
  // All accounts: the next test adds more than DynamoDB returns at once.
  const { Items } = await client.send(new ScanCommand({ TableName }));
  const stored = JSON.stringify(Items);
  for (const key of shownKeys) expect(stored).not.toContain(key.slice('amp_prod_'.length, 31));
});

test('list shows every account, the oldest first, and which are damaged', async () => {
  const changed_at = '2020-01-01T00:00:00.000Z';
  const changes = '{"day":"2020-01-01","count":0}';
  const facts = { changed_at, owner: 'me', plan: 'free', changes, keys: '[]' };
  // More than the megabyte that DynamoDB returns at once.
  const large = { ...facts, owner: 'x'.repeat(390_000) };
  const items: readonly { readonly id: string; readonly [name: string]: string }[] = [
    { id: 'keysAreGone', created_at: changed_at, changed_at, owner: 'me' },
    { ...facts, id: 'unparsable0', created_at: changed_at, keys: '[{"name":"secret"' },
    { ...facts, id: '00000000003', created_at: changed_at, plan: 'gone', email: 'me@example.com' },
    { ...large, id: '00000000002', created_at: '2020-01-01T00:00:00.001Z' },
    { ...large, id: '00000000001', created_at: '2020-01-01T00:00:00.002Z' },
    { ...large, id: '00000000004', created_at: '2020-01-01T00:00:00.003Z' },
  ];
  for (const item of items.toReversed()) {
    const Item = Object.fromEntries(Object.entries(item).map(([name, S]) => [name, { S }]));
    await client.send(new PutItemCommand({ TableName, Item }));
  }

  const listed = await tool.json('list');
  const ids = listed.map(({ id }: { readonly id: string }) => id);
  expect(ids.slice(0, 6)).toEqual(items.map(({ id }) => id));
  expect(ids.length).toBeGreaterThan(10);
  expect(listed.slice(0, 3)).toMatchObject([
    { status: 'damaged' },
    { status: 'damaged' },
    { status: 'no_plan', plan: 'gone' },
  ]);

  const { stdout } = await tool.run('list');
  const [header, first, second, third, ...lines] = stdout.trimEnd().split('\n');
  expect(header).toMatch(/^ID +E-MAIL OR OWNER +PLAN +KEYS +CREATED +STATUS$/);
  expect(first).toMatch(/^keysAreGone +- +- +0 +- +damaged$/);
  expect(second).toMatch(/^unparsable0 /);
  expect(third).toMatch(/^00000000003 +me@example.com +gone +0 +2020-01-01T00:00:00Z +no_plan$/);
  // Other tests add accounts meanwhile.
  expect(lines.map((line) => line.split(' ', 1)[0])).toEqual(expect.arrayContaining(ids.slice(3)));
  for (const id of ['unparsable0', 'keysAreGone']) {
    expect(await statusOf('shout', generateKey('prod', id))).toBe(500);
  }
  for (const words of ['show unparsable0', 'revoke unparsable0-01234567 --yes']) {
    expect(await tool.error(words)).toBe(
      'The account unparsable0 is damaged: docs/accounts.md#restore-accounts',
    );
  }
});
