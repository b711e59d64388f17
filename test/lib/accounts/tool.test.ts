/** The operator's tool against the wire of DynamoDB and Cognito. */
import { type AttributeValue, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, expect, jest, test } from '@jest/globals';
import { createKeysReader } from '../../../functions/accounts/account.ts';
import { toAccountItem } from '../../../functions/accounts/account-store.ts';
import { newAccount, withKey } from '../../../functions/accounts/changes.ts';
import { generateKey, keyHash, keyId } from '../../../functions/keys/format.ts';
import { issuedPolicy } from '../../../functions/keys/policy.ts';
import { createQuotaStore } from '../../../functions/quota/quota-store.ts';
import { planNamed } from '../../../functions/quota/window.ts';
import { createTables } from '../../../lib/local/local-dynamodb.ts';
import { createUserPool } from '../../../lib/local/sign-in/local-user-pool.ts';
import { userPoolName } from '../../../lib/settings/sign-in-settings.ts';
import { accountTable, accountTableName, quotaTableName } from '../../../lib/settings/tables.ts';
import {
  connect,
  keyFor,
  limits,
  plans,
  startTables,
  toRef,
} from '../../support/account-tables.ts';
import { type Fault, startWire } from '../../support/dynamodb-wire.ts';
import { operatorTool, startDeployment } from '../../support/operator-tool.ts';
import { serve } from '../../support/serve.ts';

const TableName = accountTableName('prod');
const pool = createUserPool(userPoolName('prod'));

const database = await startTables();
const cognito = await startWire(await serve(pool.answerCall));
process.env.AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER = cognito.url;
const tool = operatorTool(connect(database.wire.url));

afterEach(() => {
  jest.restoreAllMocks();
  database.wire.fault = undefined;
  cognito.fault = undefined;
});

/** Whether a function without a cache accepts a key. */
const accepts = async (key: string): Promise<boolean> => {
  const read = createKeysReader(database.client, TableName);
  const policy = issuedPolicy({ stage: 'prod', plans, activeKeys: limits.activeKeys, read });
  return (await policy(key)) !== undefined;
};

const readItem = async (id: string) =>
  (await database.client.send(new GetItemCommand({ TableName, Key: { id: { S: id } } }))).Item;

const put = (Item: Record<string, AttributeValue> | undefined, table = TableName) =>
  database.client.send(new PutItemCommand({ TableName: table, Item }));

const create = (owner = 'someone') => tool.json(`create --owner ${owner} --plan free`);

const issue = (account: string, more = '') => tool.json(`issue ${account} --name laptop ${more}`);

let people = 0;

/** The account of a user, with a key. */
const createHolder = async () => {
  people += 1;
  const email = `person-${people}@example.com`;
  const ref = toRef(String(await pool.admit(email)));
  const key = keyFor(ref);
  const opened = newAccount({ ...ref, email, plan: 'free' }, Date.now());
  await put(toAccountItem(withKey(opened, key.stored, limits, Date.now())));
  return { id: ref.id, email, key };
};

test('an account without a sign-in, from creation to deletion', async () => {
  const account = await create('علی\u200cرضا');
  expect(account).toMatchObject({ owner: 'علی\u200cرضا', email: null, plan: 'free', keys: [] });

  const first = await issue(account.id, '--expires 30d');
  const expires_at = expect.any(String);
  expect(first).toMatchObject({ account: account.id, status: 'active', expires_at });
  expect(first.id).toBe(keyId(account.id, keyHash(first.key)));
  expect(await accepts(first.key)).toBe(true);
  expect(JSON.stringify(await readItem(account.id))).not.toContain(first.key.slice(9, 31));

  const second = await tool.json(`rotate ${first.id} --grace 0s`);
  expect(second).toMatchObject({ expires_at: first.expires_at, predecessor: { id: first.id } });
  expect([await accepts(first.key), await accepts(second.key)]).toEqual([false, true]);
  expect(JSON.stringify(await readItem(account.id))).not.toContain(second.key.slice(9, 31));
  expect(await tool.error(`rotate ${first.id}`)).toBe('The key is expired. Create a new one.');

  expect(await tool.json(`plan ${account.id} --plan scale`)).toMatchObject({ plan: 'scale' });
  expect(await tool.json(`suspend ${account.id} --yes`)).toMatchObject({ status: 'suspended' });
  expect(await accepts(second.key)).toBe(false);
  expect(await tool.json(`resume ${account.id}`)).toMatchObject({ status: 'active' });

  expect(await tool.json('revoke --key - --yes', `${second.key}\n`)).toMatchObject({
    id: second.id,
    status: 'revoked',
  });
  expect(await accepts(second.key)).toBe(false);

  // No user pool is needed.
  cognito.fault = 'reset';
  expect(await tool.json(`delete ${account.id} --yes`)).toMatchObject({
    ...{ owner: null, plan: null, created_at: account.created_at },
    ...{ status: 'deleted', keys: [] },
  });
  expect(await tool.error(`plan ${account.id} --plan free`)).toBe('The account was deleted.');
});

test('an account with a sign-in is found by its id, a key’s id, a key and an address, without a scan', async () => {
  const { id, email, key } = await createHolder();
  database.wire.calls.length = 0;
  const shown = await tool.json(`show ${id}`);
  expect(shown).toMatchObject({ id, email, owner: null, keys: [{ id: key.id, name: 'a key' }] });
  expect(await tool.json('show --email -', ` ${email.toUpperCase()}\n`)).toEqual(shown);
  const selected = { ...shown, selected_key: key.id };
  expect(await tool.json(`show ${key.id}`)).toEqual(selected);
  expect(await tool.json('show --key -', key.key)).toEqual(selected);
  expect(database.wire.calls).toEqual(Array(4).fill('GetItem'));
  expect(await tool.error(`show ${id}-00000000`)).toBe('The account has no such key.');
});

test('only a yes confirms a change', async () => {
  const { id } = await create('ACME');
  const key = await issue(id);
  await tool.json(`revoke ${(await issue(id)).id} --yes`);
  const accountText = `the account ${id} of ACME, plan free, active keys: 1?`;
  for (const [words, question] of [
    [`suspend ${id}`, `Suspend ${accountText}`],
    [`delete ${id}`, `Delete ${accountText}`],
    [`revoke ${key.id}`, `Revoke the key "laptop" of ${accountText}`],
  ]) {
    for (const input of ['', '\n', 'no\n', 'yet\n']) {
      expect(await tool.error(String(words), input)).toBe(`${question} [y/N] Nothing was done.`);
    }
  }
  expect(await tool.error('revoke --key -', key.key)).toMatch(/^Add --yes: /);
  const { status, keys } = await tool.json(`show ${id}`);
  expect([status, keys[0].status]).toEqual(['active', 'active']);
  expect((await tool.run(`revoke ${key.id}`, 'y\n')).stdout).toMatch(/^status +revoked$/m);
  const { id: withSignIn, email } = await createHolder();
  expect(await tool.error(`suspend ${withSignIn}`, 'no')).toContain(` of ${email}, plan free, `);
});

const broken: Fault = { status: 500, type: 'InternalServerError' };
const written: Fault = { ...broken, applied: true };
const denied: Fault = { status: 400, type: 'AccessDeniedException' };

/** Runs a command whose writes fail. */
const failing = async (fault: Fault, words: string): Promise<string> => {
  database.wire.fault = ({ operation }) => (operation === 'PutItem' ? fault : undefined);
  const error = await tool.error(words);
  database.wire.fault = undefined;
  return error;
};

test('after a fault, the tool knows the outcome, or says so and can be repeated', async () => {
  const { id } = await create();
  const before = await tool.json(`show ${id}`);
  expect(await failing(denied, `suspend ${id} --yes`)).toMatch(
    /^DynamoDB refuses: AccessDeniedException: \w+$/,
  );
  for (const fault of [broken, written]) {
    expect(await tool.json(`show ${id}`)).toEqual(before);
    expect(await failing(fault, `suspend ${id} --yes`)).toContain(
      ` It is not known whether the account ${id} was changed: repeat the command.`,
    );
  }
  const after = await tool.json(`show ${id}`);
  expect(after).toMatchObject({ status: 'suspended' });
  await tool.json(`suspend ${id} --yes`);
  expect(await tool.json(`show ${id}`)).toEqual(after);
});

test('a key that was created but not shown is named, listed and revoked', async () => {
  const { id } = await create();
  const keys = async () => (await tool.json(`show ${id}`)).keys;
  const notShown = await failing(written, `issue ${id} --name lost`);
  const [lost] = await keys();
  expect(notShown).toContain(
    ` The key ${lost.id} may have been created, but was not shown: if show ${id} lists it, revoke it.`,
  );
  const notRotated = await failing(written, `rotate ${lost.id}`);
  const [old, successor] = await keys();
  expect(old.successor).toBe(successor.id);
  expect(notRotated).toContain(` if show ${id} lists ${successor.id}, revoke it, and issue a new `);
  const { code, stderr } = await tool.unread(`issue ${id} --name unread`);
  const unread = (await keys()).at(-1);
  expect([code, stderr]).toEqual([
    1,
    `The result can't be written (EPIPE). The key ${unread.id} was issued but not shown: revoke it.\n`,
  ]);
});

test('whoever stops reading a list is left alone', async () => {
  expect(await tool.unread('list')).toMatchObject({ code: 0, stderr: '' });
});

test('an account that was created but not shown is named', async () => {
  const error = await failing(written, 'create --owner someone --plan free');
  const [, id] = / account (\w+) was created: see /.exec(error) ?? [];
  expect(await tool.json(`show ${id}`)).toMatchObject({ owner: 'someone' });
});

test('a failed read reports that and nothing else', async () => {
  const { id } = await create();
  database.wire.fault = broken;
  for (const words of ['list', `show ${id}`, `issue ${id} --name a`, `suspend ${id} --yes`]) {
    expect(await tool.error(words)).toMatch(/^DynamoDB refuses: InternalServerError: \w+$/);
  }
});

test('a deletion removes the user: nothing is deleted without the pool, and a later failure is resolved by repeating', async () => {
  const { id, email } = await createHolder();
  const gone: Fault = { status: 400, type: 'ResourceNotFoundException' };
  const before = await tool.json(`show ${id}`);
  cognito.fault = gone;
  expect(await tool.error(`delete ${id} --yes`)).toMatch(
    /^Cognito refuses: ResourceNotFoundException: /,
  );
  expect(await tool.json(`show ${id}`)).toEqual(before);

  cognito.fault = ({ operation }) => (operation === 'AdminDeleteUser' ? denied : undefined);
  expect(await tool.error(`delete ${id} --yes`)).toMatch(
    /^Cognito refuses: AccessDeniedException: .* The account \w+ is deleted, but not its user: /,
  );
  cognito.fault = undefined;
  const tombstone = await tool.json('show --email -', email);
  expect(tombstone).toMatchObject({ status: 'deleted', email: null, keys: [] });
  expect(JSON.stringify(await readItem(id))).not.toContain(email);
  // It asks no more, and changes nothing more.
  expect(await tool.json('delete --email -', email)).toEqual(tombstone);
  expect(await tool.json(`delete ${id}`)).toEqual(tombstone);
  expect(await tool.error('show --email -', email)).toBe(
    'No user of the stage "prod" has that address.',
  );
});

test('usage counts requests by day and key', async () => {
  const { id, key } = await createHolder();
  const secondKey = await issue(id);
  const store = createQuotaStore(database.client, quotaTableName('prod'));
  const now = Date.UTC(2026, 10, 22, 13);
  const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
  const daysAgo = { [key.id]: [0, 0, 31], [secondKey.id]: [0, 6] };
  for (const [keyId, days] of Object.entries(daysAgo)) {
    const used = { holder: id, keyId, plan: planNamed(plans, 'free') };
    for (const ago of days) await store.take(used, now - ago * 86_400_000);
  }
  const mine = { id: key.id, name: 'a key', requests: 2 };
  const laptop = { id: secondKey.id, name: 'laptop', requests: 1 };
  const today = { day: '2026-11-22', requests: 3, keys: expect.arrayContaining([mine, laptop]) };
  expect((await tool.json(`usage ${id}`)).days).toEqual([
    { day: '2026-11-16', requests: 1, keys: [laptop] },
    ...[17, 18, 19, 20, 21].map((day) => ({ day: `2026-11-${day}`, requests: 0, keys: [] })),
    today,
  ]);
  // Midnight passes meanwhile.
  database.wire.fault = ({ operation }) => {
    if (operation === 'Query') clock.mockReturnValue(now + 86_400_000);
    return undefined;
  };
  const month = (await tool.json(`usage ${id} --days 32`)).days;
  database.wire.fault = undefined;
  clock.mockReturnValue(now);
  expect(month).toHaveLength(32);
  expect(month[0]).toMatchObject({ day: '2026-10-22', requests: 1 });

  await tool.json(`delete ${id} --yes`);
  const { stdout } = await tool.run(`usage ${id} --days 1`);
  expect(stdout).toMatch(/^DAY +KEY +NAME +REQUESTS\n2026-11-22 +all +3\n/);
  expect(stdout).toMatch(new RegExp(`^2026-11-22 +${key.id} +- +2$`, 'm'));
  expect(await tool.error('usage 00000000000')).toContain('There is no account 00000000000 in ');
});

/** Creates a table with the copy of an account. Returns the command that restores it. */
const copied = async (id: string, item: Record<string, AttributeValue> | undefined) => {
  const name = `copy-of-${id}`;
  await createTables(database.wire.url, [{ ...accountTable('prod'), name }]);
  await put(item, name);
  return `restore ${id} --from ${name}`;
};

test('the copy of a deleted account deletes the account, and the question and the answer say so', async () => {
  const { id } = await create();
  const deleted = '2026-11-01T00:00:00.000Z';
  const times = { created_at: deleted, changed_at: deleted, deleted_at: deleted };
  const words = await copied(id, toAccountItem({ id, sub: 'somebody', ...times }));
  const before = await tool.json(`show ${id}`);
  expect(await tool.error(words, 'no')).toBe(
    `Delete the account ${id}, changed at ${before.changed_at}? Its copy is of an account that was deleted at ${deleted}. [y/N] Nothing was done.`,
  );
  expect(await tool.json(`show ${id}`)).toEqual(before);
  expect((await tool.run(words, 'y\n')).stdout).toContain(
    `\n\nIt is deleted, as its copy was. To remove its user, if it has one: npm run accounts -- delete ${id} --stage prod\n`,
  );
  expect(await tool.json(`show ${id}`)).toMatchObject({ status: 'deleted', keys: [] });
});

test('a restored account is newer than the one that it replaces, also by a clock that lags', async () => {
  const { id } = await create();
  const item = await readItem(id);
  const words = await copied(id, item);
  const changed_at = '2999-01-01T00:00:00.000Z';
  await put({ ...item, changed_at: { S: changed_at } });
  const restored = await tool.json(`${words} --yes`);
  expect(restored.changed_at > changed_at).toBe(true);
});

test.each<AttributeValue | undefined>([{ S: '?' }, { N: '5' }, { NULL: true }, undefined])(
  'an account is restored whose time of change is %j',
  async (changed_at) => {
    const { id } = await create('ACME');
    const words = await copied(id, await readItem(id));
    await put({ id: { S: id }, ...(changed_at && { changed_at }) });
    expect(await tool.json(`${words} --yes`)).toMatchObject({ status: 'suspended' });
    expect(await tool.json(`show ${id}`)).toMatchObject({ owner: 'ACME', status: 'suspended' });
  },
);

test('an account that changes after the operator was asked is not replaced', async () => {
  const { id } = await create();
  const words = await copied(id, await readItem(id));
  async function* answer() {
    await tool.json(`plan ${id} --plan scale`);
    yield 'y\n';
  }
  expect(await tool.error(words, answer())).toMatch(/changed meanwhile/);
  expect(await tool.json(`show ${id}`)).toMatchObject({ plan: 'scale', status: 'active' });
});

test('restore does not say that nothing was done where an earlier attempt may have been', async () => {
  const { id } = await create();
  const words = await copied(id, await readItem(id));
  const outcomes = [written, denied];
  database.wire.fault = ({ operation }) =>
    operation === 'PutItem' ? (outcomes.pop() ?? denied) : undefined;
  expect(await tool.error(`${words} --yes`)).not.toContain('It is not known');
  expect(await tool.error(`${words} --yes`)).toContain(
    ` It is not known whether the account ${id} was changed: repeat the command.`,
  );
  database.wire.fault = undefined;
  expect(await tool.json(`show ${id}`)).toMatchObject({ status: 'suspended' });
});

test('list shows every account, the oldest first, and which are damaged', async () => {
  const changed_at = '2020-01-01T00:00:00.000Z';
  const facts = {
    ...{ created_at: changed_at, changed_at, owner: 'me', plan: 'free', keys: '[]' },
    changes: '{"day":"2020-01-01","count":0}',
  };
  // Together more than the megabyte that DynamoDB returns at once.
  const large = { ...facts, of_a_later_version: 'x'.repeat(390_000) };
  const items: readonly { readonly id: string; readonly [name: string]: string }[] = [
    { id: 'keysAreGone', created_at: changed_at, changed_at, owner: 'me' },
    { ...facts, id: 'unparsable0', keys: '[{"name":"secret"' },
    { ...facts, id: '00000000003', plan: 'gone', email: 'me@example.com' },
    { ...large, id: '00000000002', created_at: '2020-01-01T00:00:00.001Z' },
    { ...large, id: '00000000001', created_at: '2020-01-01T00:00:00.002Z' },
    { ...large, id: '00000000000', created_at: '2020-01-01T00:00:00.003Z' },
  ];
  for (const item of items.toReversed()) {
    await put(Object.fromEntries(Object.entries(item).map(([name, S]) => [name, { S }])));
  }

  const listed = await tool.json('list');
  const ids = listed.map(({ id }: { readonly id: string }) => id);
  expect(ids.slice(0, 6)).toEqual(items.map(({ id }) => id));
  expect(listed.slice(0, 3)).toMatchObject([
    { status: 'damaged' },
    { status: 'damaged' },
    { status: 'no_plan', plan: 'gone' },
  ]);

  const lines = (await tool.run('list')).stdout.trimEnd().split('\n');
  expect(lines.map((line) => line.split(' ', 1)[0])).toEqual(['ID', ...ids]);
  expect(lines[0]).toMatch(/^ID +E-MAIL OR OWNER +PLAN +KEYS +CREATED +STATUS$/);
  expect(lines[1]).toMatch(/^keysAreGone +- +- +0 +- +damaged$/);
  expect(lines[3]).toMatch(/^00000000003 +me@example.com +gone +0 +2020-01-01T00:00:00Z +no_plan$/);
  for (const id of ['unparsable0', 'keysAreGone']) {
    await expect(accepts(generateKey('prod', id))).rejects.toMatchObject({
      code: 'DAMAGED_ACCOUNT',
    });
  }
  for (const words of ['show unparsable0', 'resume unparsable0']) {
    expect(await tool.error(words)).toBe(
      'The account unparsable0 is damaged: docs/accounts.md#restore-accounts',
    );
  }
});

test('a deleted account stays deleted, and a missing copy is an error', async () => {
  const { id } = await create();
  const words = await copied(id, await readItem(id));
  const tombstone = await tool.json(`delete ${id} --yes`);
  const error = await tool.error(`${words} --yes`);
  expect(error).toBe(`The account ${id} was deleted, and stays deleted.`);
  expect(await tool.json(`show ${id}`)).toEqual(tombstone);
  // Also if it is damaged.
  await put({ id: { S: id }, deleted_at: { S: tombstone.deleted_at } });
  expect(await tool.error(`${words} --yes`)).toBe(error);
  expect(await tool.error(words.replace(id, '00000000000'))).toContain('There is no account 000');
  expect(await tool.error(`restore ${id} --from nowhere`)).toBe('There is no table nowhere here.');
});

test('on AWS, plans are the deployed ones, and each change is recorded, or its line printed', async () => {
  const log = await startDeployment(['pro']);
  const refusal = 'Deploy the plan "free" first, or use one of the stage "prod": pro.';
  expect(await tool.error('create --owner someone --plan free')).toBe(refusal);
  const { id: account, status } = await tool.json('create --owner someone --plan pro');
  const { id: key } = await issue(account);
  const { id: successor } = await tool.json(`rotate ${key}`);
  await failing(written, `suspend ${account} --yes`);
  // There is nothing more to change.
  await tool.json(`suspend ${account} --yes`);
  expect([status, ...log.changes]).toEqual([
    'active',
    { account, change: 'operator-create' },
    { account, change: 'operator-issue', key },
    { account, change: 'operator-rotate', key, successor },
    { account, change: 'operator-suspend', unconfirmed: true },
  ]);
  log.isFull = true;
  const { code, stderr } = await tool.run(`resume ${account}`);
  const line =
    /^This change is not recorded\. Keep its line: {.*"operator-resume"}} CloudWatch Logs refuses: \w+: No\n$/;
  expect([code, stderr]).toEqual([0, expect.stringMatching(line)]);
});
