/** Runs the steps of docs/accounts.md that restore accounts, on the local database. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  DeleteTableCommand,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { expect, jest, test } from '@jest/globals';
import { createKeysReader } from '../../functions/accounts/account.ts';
import { createAccountStore } from '../../functions/accounts/account-store.ts';
import { rotated, withKey } from '../../functions/accounts/changes.ts';
import { createAccountKey } from '../../functions/keys/format.ts';
import { issuedPolicy } from '../../functions/keys/policy.ts';
import { createTables } from '../../lib/local/local-dynamodb.ts';
import { stageNamed, stagePlans } from '../../lib/settings/stages.ts';
import { accountTable, accountTableName } from '../../lib/settings/tables.ts';
import { connect } from '../support/account-tables.ts';
import { startDatabase } from '../support/dynamodb-wire.ts';
import { operatorTool, startDeployment } from '../support/operator-tool.ts';
import { projectRoot } from '../support/service.ts';
import { readPage, section } from './pages.ts';

const TableName = accountTableName('prod');
const steps = section(readPage('docs/accounts.md'), 'restore-accounts');

/** The commands of the code blocks. */
const commands = [...steps.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block = '']) =>
  block
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean),
);

/** By the name of a logged change: the command that repeats it, if any. */
const toDo = new Map(
  [...steps.matchAll(/^\| ((?:`[\w -]+`(?:, )?)+) \| (?:`(.*?)`)?.* \|$/gm)].flatMap(
    ([, changes = '', command]) =>
      [...changes.matchAll(/`([\w -]+)`/g)].map(([, change]) => [String(change), command] as const),
  ),
);

const url = await startDatabase([accountTable('prod')]);
const client = connect(url);
const tool = operatorTool(client);
const operatorLog = await startDeployment(stagePlans(stageNamed('prod')).map(({ name }) => name));

const option = (command: string, name: string): string =>
  new RegExp(`--${name} (\\S+)`).exec(command)?.[1] ?? '';

/** Runs a command, or simulates it if it is AWS's. */
const run = async (command: string): Promise<void> => {
  if (command.startsWith('npm run accounts -- ')) {
    const words = command.replace('npm run accounts -- ', '').replace(' --stage prod', '');
    expect(await tool.run(words, 'y\n')).toMatchObject({ code: 0 });
  } else if (command.startsWith('aws dynamodb restore-table-to-point-in-time ')) {
    expect(option(command, 'source-table-name')).toBe(TableName);
    const copy = option(command, 'target-table-name');
    await createTables(url, [{ ...accountTable('prod'), name: copy }]);
    const { Items = [] } = await client.send(new ScanCommand({ TableName }));
    for (const Item of Items) await client.send(new PutItemCommand({ TableName: copy, Item }));
  } else if (command.startsWith('aws dynamodb delete-table ')) {
    await client.send(new DeleteTableCommand({ TableName: option(command, 'table-name') }));
  } else {
    expect(command).toMatch(/^aws dynamodb wait table-exists /);
  }
};

/** The keys that a function without a cache accepts. */
const accepted = async (keys: Readonly<Record<string, string>>): Promise<readonly string[]> => {
  const policy = issuedPolicy({
    stage: 'prod',
    plans: stagePlans(stageNamed('prod')),
    activeKeys: 5,
    read: createKeysReader(client, TableName),
  });
  const names = await Promise.all(
    Object.entries(keys).map(async ([name, key]) => ((await policy(key)) ? [name] : [])),
  );
  return names.flat();
};

test('a damaged account is restored, and no key that was revoked since is accepted', async () => {
  const { id } = await tool.json('create --owner ACME --plan free');
  const issue = async (name: string) => tool.json(`issue ${id} --name ${name}`);
  const [kept, leaked, old] = [await issue('kept'), await issue('leaked'), await issue('old')];
  // With attributes that only a later version knows.
  const stored = async () =>
    (await client.send(new GetItemCommand({ TableName, Key: { id: { S: id } } }))).Item ?? {};
  const { keys: known, ...facts } = await stored();
  const copied = {
    of_a_later_version: { S: 'a' },
    keys: { S: known?.S?.replaceAll('}', ',"of_a_later_version":"a"}') ?? '' },
  };
  await client.send(new PutItemCommand({ TableName, Item: { ...facts, ...copied } }));
  const [copy, wait, ...rest] = commands;
  await run(String(copy));
  await run(String(wait));

  // The operator's and the holder's changes since then, which the tool and the functions log.
  operatorLog.changes.length = 0;
  await tool.json(`revoke ${leaked.id} --yes`);
  await tool.json(`plan ${id} --plan standard`);
  const log = jest.spyOn(console, 'info').mockImplementation(() => {});
  const store = createAccountStore(client, TableName);
  const limits = { activeKeys: 5, changesPerDay: 20 };
  const [successor, later] = [createAccountKey('prod', id), createAccountKey('prod', id)];
  const rotation = { ...successor.stored, graceMs: 0 };
  await store.change({ id }, { change: 'rotate', key: old.id }, (account, now) =>
    rotated(account, old.id, rotation, limits, now),
  );
  await store.change({ id }, { change: 'create', key: later.id }, (account, now) =>
    withKey(account, { ...later.stored, name: 'later' }, limits, now),
  );
  const lines = [
    ...operatorLog.changes,
    ...log.mock.calls.map(([line]) => line as Readonly<Record<string, string>>),
  ];
  log.mockRestore();
  const keys = {
    ...{ kept: kept.key, leaked: leaked.key, old: old.key },
    ...{ successor: successor.key, later: later.key },
  };
  expect(await accepted(keys)).toEqual(['kept', 'successor', 'later']);

  const damaged = { id: { S: id }, changed_at: { S: '?' }, keys: { S: '[{' } };
  await client.send(new PutItemCommand({ TableName, Item: damaged }));
  expect(await tool.json('list')).toMatchObject([{ id, status: 'damaged' }]);

  const fill = (command: string, { key = '', plan = '' } = {}) =>
    command.replace(/\bID\b/, id).replace(/\b(?:KEY|PLAN)\b/, key || plan);
  const [restore, resume, ...end] = rest;
  await run(fill(String(restore)));
  expect(await stored()).toMatchObject(copied);
  expect(await accepted(keys)).toEqual([]);
  // Repeated, as after a lost answer.
  await run(fill(String(restore)));
  for (const line of lines) {
    expect([...toDo.keys()]).toContain(line.change);
    const command = toDo.get(String(line.change));
    if (command) await run(fill(command, line));
  }
  expect(await accepted(keys)).toEqual([]);
  await run(fill(String(resume)));
  for (const command of end) await run(command);

  expect(await accepted(keys)).toEqual(['kept']);
  expect(await tool.json(`show ${id}`)).toMatchObject({ plan: 'standard', status: 'active' });
  expect((await client.send(new ListTablesCommand({}))).TableNames).toEqual([TableName]);
});

test('the page says what to do for each change that a function or the tool logs', () => {
  const sources = globSync('{functions,lib/accounts}/**/*.ts', { cwd: projectRoot })
    .map((file) => readFileSync(path.join(projectRoot, file), 'utf8'))
    .join('\n');
  // Not in comments.
  const loggedChanges = [...sources.matchAll(/^(?! *\*).*\bchange: ([^,}]+)/gm)].flatMap(
    ([, value = '']) => [...value.matchAll(/'([^']+)'/g)].map(([, change]) => String(change)),
  );
  expect([...new Set(loggedChanges)].sort()).toEqual([...toDo.keys()].sort());
});
