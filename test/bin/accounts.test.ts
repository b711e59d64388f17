/** The operator's tool for accounts, and what the one for keys makes of accounts' keys, over DynamoDB's wire. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { DeleteItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import type { Account } from '../../functions/accounts/account.ts';
import { addressOf, itemOf } from '../../functions/accounts/account-item.ts';
import { accountRecordOf } from '../../functions/accounts/account-record.ts';
import {
  type AccountStore,
  accountStore,
  findAccount,
} from '../../functions/accounts/account-store.ts';
import {
  newAccount,
  renamed,
  revoked,
  withEmail,
  withKey,
} from '../../functions/accounts/changes.ts';
import { keyStart } from '../../functions/keys/format.ts';
import { issuedPolicy } from '../../functions/keys/issued.ts';
import { keyRecords } from '../../functions/keys/key-reader.ts';
import { newKey } from '../../functions/keys/new-key.ts';
import { accountsTool } from '../../lib/accounts/tool.ts';
import { keysTool } from '../../lib/keys/tool.ts';
import { localCredentials } from '../../lib/local/local-tables.ts';
import { type SignIn, startSignIn } from '../../lib/local/sign-in/sign-in.ts';
import { localUserPool } from '../../lib/local/sign-in/user-pool.ts';
import { userPoolName } from '../../lib/settings/sign-in.ts';
import { accountTables, recordsOf, startAccountDatabase } from '../account-tables.ts';
import { type Call, type Fault, startWire, type Wire } from '../dynamodb-wire.ts';
import { type KeyDatabase, plans, putRecords } from '../key-table.ts';
import { toolRunner } from '../operator-tool.ts';
import { projectRoot } from '../service.ts';
import { signIn } from '../sign-in.ts';

const accountsRun = toolRunner(accountsTool, () => database.wiredClient);
const keysRun = toolRunner(keysTool, () => database.wiredClient);

let database: KeyDatabase;
/** The accounts as a function has them, for what callers do. */
let store: AccountStore;
let people: SignIn;
/** The way to what stands in Cognito's place. */
let cognito: Wire;

const { accountTable, keyTable } = accountTables;
const limits = { activeKeys: 50, changesPerDay: 1_000 };
const secret = 'the secret under which keys are tagged';
const longer = (what: string) => `${what} for up to a minute more, where a key was used just now.`;

beforeAll(async () => {
  database = await startAccountDatabase();
  store = accountStore(database.client, accountTables);
  const application = { clientId: 'dashboard', pages: ['http://localhost:3000/dashboard'] };
  people = await startSignIn(0, Promise.resolve(application), userPoolName('prod'));
  cognito = await startWire(people.url);
  Object.assign(process.env, localCredentials, {
    AWS_ENDPOINT_URL_DYNAMODB: database.wire.url,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: cognito.url,
  });
  await putRecords(database.client, [{ id: 'issuer', secret }]);
});

afterEach(() => {
  database.wire.fault = undefined;
  cognito.fault = undefined;
});

afterAll(async () => {
  await cognito.close();
  await people.close();
  await database.close();
});

/** A caller who has an account and made keys. */
interface Caller {
  readonly account: Account;
  readonly email: string;
  /** Their keys, in clear. */
  readonly keys: readonly string[];
  readonly ids: readonly [string, ...string[]];
}

let callers = 0;

/** Everything personal that there is: no error may hold it. */
const personal: string[] = [];

/** Makes a key in an account, as its holder does. */
const makeKey = async (account: string): Promise<string> => {
  const { key, ...facts } = newKey('prod', secret);
  const added = { ...facts, start: keyStart(key, 'prod'), name: `Key of ${account}` };
  personal.push(added.name, key);
  await store.change(account, (seen, now) => withKey(seen, added, limits, now));
  return key;
};

/** Signs somebody in. Resolves to their id. */
const idOf = async (email: string): Promise<string> => {
  const addresses = { url: 'http://localhost:3000', signInUrl: people.url };
  return String(decodeJwt(await signIn(addresses, email)).sub);
};

const call = async (
  count = 2,
  email = `caller.${++callers}@example.com`,
  id: string = randomUUID(),
): Promise<Caller> => {
  personal.push(email);
  await store.put(id, (seen, now) => seen ?? newAccount({ id, email, plan: 'free' }, now));
  const keys: string[] = [];
  while (keys.length < count) keys.push(await makeKey(id));
  const account = await read(id);
  const [first = '', ...others] = account.keys.map((key) => key.id);
  return { account, email, keys, ids: [first, ...others] };
};

/** An account as its item has it, and nothing else done. */
const read = async (id: string): Promise<Account> => {
  const account = await findAccount(database.client, accountTable, id);
  if (account === undefined) throw new Error('There is no such account.');
  return account;
};

/** Runs a command that succeeds, and reads its JSON. */
const json = async (run: typeof accountsRun, words: string, input?: string) => {
  const { code, stdout, stderr } = await run(`${words} --stage prod --json`, input);
  expect([words, code, stderr]).toEqual([words, 0, '']);
  return JSON.parse(stdout);
};

/** Runs a command that fails, and gives the one line that it says, in which nothing is personal. */
const failure = async (run: typeof accountsRun, words: string, input?: string): Promise<string> => {
  const { code, stdout, stderr } = await run(`${words} --stage prod`, input);
  expect([words, code, stdout]).toEqual([words, 1, '']);
  expect(stderr).toMatch(/^[^\n]+\n$/);
  expect(personal.filter((text) => stderr.includes(text))).toEqual([]);
  return stderr.trimEnd();
};

/** Expects that an account and the records of its keys say the same. */
const expectSettled = async (id: string) => {
  const account = await read(id);
  expect(account.pending).toEqual([]);
  const records = await recordsOf(database, account);
  for (const key of account.keys) {
    const changed_at = String(records.get(key.id)?.changed_at);
    expect(records.get(key.id)).toEqual({ ...accountRecordOf(account, key), changed_at });
  }
};

/** Lets the calls of an operation on a table meet a fault, from the nth on. */
const fail = (operation: string, table: string, fault: Fault, nth = 1): void => {
  let seen = 0;
  database.wire.fault = ({ operation: called, input }: Call) => {
    if (called !== operation || input.TableName !== table) return undefined;
    seen += 1;
    return seen >= nth ? fault : undefined;
  };
};

const broken: Fault = { status: 500, type: 'InternalServerError' };
const denied: Fault = { status: 400, type: 'AccessDeniedException' };

test('list shows whose accounts there are, the oldest first; show shows one with its keys', async () => {
  const [a, b] = [await call(2), await call(0)];
  await store.change(a.account.id, (seen, now) => revoked(seen, a.ids[0], now));
  const { changed_at } = await read(a.account.id);
  const listed = {
    id: a.account.id,
    email: a.email,
    plan: 'free',
    created_at: a.account.created_at,
    changed_at,
    suspended_at: null,
    deleted_at: null,
    active_keys: 1,
    status: 'active',
  };
  expect(await json(accountsRun, 'list')).toEqual([
    listed,
    expect.objectContaining({ id: b.account.id, active_keys: 0 }),
  ]);
  const { stdout } = await accountsRun('list --stage prod');
  const [head, line, ...rest] = stdout.trimEnd().split('\n');
  expect(head).toMatch(/^ID +E-MAIL +PLAN +KEYS +CREATED +STATUS$/);
  expect(line?.split(/ +/)).toEqual([
    listed.id,
    listed.email,
    'free',
    '1',
    listed.created_at.replace(/\.\d+/, ''),
    'active',
  ]);
  expect(rest).toHaveLength(1);

  const [first, second] = a.account.keys;
  expect(await json(accountsRun, `show ${a.account.id}`)).toEqual({
    ...listed,
    keys: [
      {
        id: first?.id,
        start: first?.start,
        name: first?.name,
        created_at: first?.created_at,
        expires_at: null,
        revoked_at: expect.any(String),
        successor: null,
        status: 'revoked',
      },
      expect.objectContaining({ id: second?.id, revoked_at: null, status: 'active' }),
    ],
  });
  const shown = (await accountsRun(`show ${a.account.id} --stage prod`)).stdout;
  expect(shown).toMatch(new RegExp(`^id +${listed.id}\\nemail +${listed.email}\\nplan +free\\n`));
  expect(shown).toMatch(/^ID +KEY +NAME +CREATED +EXPIRES +STATUS\n(.* revoked\n)(.* active\n)$/m);
});

test('an account is found by its address, in whatever case, if it is one', async () => {
  const { account, email } = await call(0);
  const found = await json(accountsRun, 'show --email -', ` ${email.toUpperCase()}\n`);
  expect(found.id).toBe(account.id);
  expect(await failure(accountsRun, 'show --email -', 'nobody@example.com')).toBe(
    'No account of the stage "prod" has that address.',
  );
  const other = await call(0);
  await store.change(other.account.id, (seen, now) => withEmail(seen, email, now));
  expect(await failure(accountsRun, 'resume --email -', email)).toBe(
    `Accounts that have that address: ${account.id}, ${other.account.id}. Say which.`,
  );
});

test('an account has its plan changed, is suspended and resumed, and all of it holds for its keys within a minute', async () => {
  const { account, keys } = await call(2);
  let clock = Date.now();
  const accept = issuedPolicy({
    stage: 'prod',
    plans,
    records: keyRecords(database.client, keyTable),
    now: () => clock,
  });
  const planNames = () =>
    Promise.all(keys.map(async (key) => (await accept(key))?.plan.name ?? 'refused'));
  expect(await planNames()).toEqual(['free', 'free']);

  for (const [words, state, names] of [
    [`plan ${account.id} --plan scale`, { plan: 'scale', status: 'active' }, 'scale'],
    [`suspend ${account.id} --yes`, { plan: 'scale', status: 'suspended' }, 'refused'],
    [`plan ${account.id} --plan free`, { plan: 'free', status: 'suspended' }, 'refused'],
    [`resume ${account.id}`, { plan: 'free', status: 'active', suspended_at: null }, 'free'],
  ] as const) {
    expect(await json(accountsRun, words)).toMatchObject(state);
    clock += 60_000;
    expect([words, await planNames()]).toEqual([words, [names, names]]);
    await expectSettled(account.id);
  }
});

test('what is so already stays as it is, and each command says from when on it holds', async () => {
  const { account } = await call(1);
  for (const [words, note] of [
    ['plan ID --plan scale', 'The old plan may hold'],
    ['suspend ID --yes', 'Its keys may be accepted'],
    ['resume ID', 'Its keys may be refused'],
  ] as const) {
    const command = words.replace('ID', account.id);
    const { code, stdout } = await accountsRun(`${command} --stage prod`);
    expect([code, stdout.includes(longer(note))]).toEqual([0, true]);
    const { changed_at } = await read(account.id);
    expect(await json(accountsRun, command)).toMatchObject({ changed_at });
  }
});

test('suspend and delete ask, and do nothing unless they are told to', async () => {
  const { account, email } = await call(1);
  for (const [command, what] of [
    ['suspend', 'Suspend'],
    ['delete', 'Delete'],
  ]) {
    for (const input of ['', '\n', 'no\n']) {
      expect(await accountsRun(`${command} ${account.id} --stage prod`, input)).toEqual({
        code: 1,
        stdout: '',
        stderr: `${what} the account ${account.id} of ${email}, plan free, active keys: 1? [y/N] Nothing was done.\n`,
      });
    }
  }
  expect(await read(account.id)).toEqual(account);
  expect(await accountsRun(`suspend ${account.id} --stage prod`, 'y\n')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^status +suspended$/m),
  });
});

test('delete revokes the keys, erases what is personal, and removes the sign-in', async () => {
  const address = 'leaving@example.com';
  const { account, email, keys } = await call(2, address, await idOf(address));
  await json(accountsRun, `suspend ${account.id} --yes`);
  const shown = await json(accountsRun, 'delete --email - --yes', email);
  expect(shown).toMatchObject({ id: account.id, email: null, status: 'deleted', active_keys: 0 });
  expect(shown.keys).toMatchObject([
    { name: '', status: 'revoked' },
    { name: '', status: 'revoked' },
  ]);
  await expectSettled(account.id);
  const accept = issuedPolicy({
    stage: 'prod',
    plans,
    records: keyRecords(database.client, keyTable),
  });
  for (const key of keys) expect(await accept(key)).toBe(undefined);
  const rest = JSON.stringify([await read(account.id), ...(await recordsOf(database, account))]);
  for (const name of [email, ...account.keys.map((key) => key.name)]) {
    expect(rest).not.toContain(name);
  }
  // Whoever signs in with the address from now on is somebody else.
  expect(await idOf(email)).not.toBe(account.id);

  // It is not asked again, and nothing is changed.
  const { changed_at } = await read(account.id);
  expect(await json(accountsRun, `delete ${account.id}`)).toMatchObject({ changed_at });
  for (const words of ['plan ID --plan scale', 'suspend ID --yes', 'resume ID']) {
    expect(await failure(accountsRun, words.replace('ID', account.id))).toBe(
      'The account was deleted.',
    );
  }
});

test('without the sign-in within reach nothing is deleted; what fails later is done by doing it again', async () => {
  const { account } = await call(1);
  const words = `delete ${account.id} --yes`;
  cognito.fault = denied;
  expect(await failure(accountsRun, words)).toMatch(/^Cognito refuses: AccessDeniedException: /);
  expect(await read(account.id)).toEqual(account);

  cognito.fault = ({ operation }) => (operation === 'AdminDeleteUser' ? denied : undefined);
  expect(await failure(accountsRun, words)).toMatch(
    new RegExp(
      `^Cognito refuses: AccessDeniedException: .*\\. The account ${account.id} is deleted, but not its sign-in: do the same again\\.$`,
    ),
  );
  expect((await read(account.id)).email).toBe(undefined);
  cognito.fault = undefined;
  cognito.calls.length = 0;
  for (let times = 0; times < 2; times += 1) await json(accountsRun, `delete ${account.id}`);
  expect(cognito.calls).toEqual([
    'ListUserPools',
    'AdminDeleteUser',
    'ListUserPools',
    'AdminDeleteUser',
  ]);
});

test("the user pool that is meant is the stage's", async () => {
  const { account } = await call(0);
  expect(await failure(accountsRun, `delete ${account.id} --yes --user-pool us-east-1_other`)).toBe(
    `Say with --user-pool which user pool is the stage's, as the stack's outputs have it. Those with the name amplify-prod: ${localUserPool}.`,
  );
  expect(await read(account.id)).toEqual(account);
  expect(
    await json(accountsRun, `delete ${account.id} --yes --user-pool ${localUserPool}`),
  ).toMatchObject({ status: 'deleted' });
});

test.each([
  ['plan ID --plan scale', { plan: 'scale' }],
  ['suspend ID --yes', { suspended_at: expect.any(String) }],
  ['resume ID', {}],
  ['delete ID --yes', { deleted_at: expect.any(String) }],
])(
  '%s: where DynamoDB fails between the item and the records, it says so, and show mends it',
  async (words, state) => {
    const { account, ids } = await call(3);
    const { id } = account;
    if (words.startsWith('resume')) await json(accountsRun, `suspend ${id} --yes`);
    const before = await recordsOf(database, account);
    fail('PutItem', keyTable, broken);
    const line = await failure(accountsRun, words.replace('ID', id));
    expect(line).toMatch(/^DynamoDB refuses: InternalServerError: /);
    expect(line).toContain(` The account ${id} was changed, but keys of it may be as they were: `);
    expect(line).toMatch(/\. Do the same again\.$/);
    for (const key of ids) expect(line).toContain(key);

    expect(await read(id)).toMatchObject({ ...state, pending: expect.arrayContaining([...ids]) });
    expect(await recordsOf(database, account)).toEqual(before);
    expect((await accountsRun('list --stage prod')).stderr).toBe(
      `Warning: Accounts with keys whose records are behind, which show mends: ${id}.\n`,
    );
    const seen = await accountsRun(`show ${id} --json --stage prod`);
    expect(seen.stderr).toBe(
      'Warning: Keys whose records are behind, and could not be written: 3. See show again.\n',
    );
    expect(JSON.parse(seen.stdout).keys).toMatchObject(ids.map(() => ({ status: 'pending' })));

    database.wire.fault = undefined;
    await json(accountsRun, `show ${id}`);
    await expectSettled(id);
  },
);

test('what was not finished is finished by doing it again', async () => {
  const { account } = await call(3);
  fail('PutItem', keyTable, broken, 3);
  await failure(accountsRun, `suspend ${account.id} --yes`);
  database.wire.fault = undefined;
  const suspended = await json(accountsRun, `suspend ${account.id} --yes`);
  expect(suspended).toMatchObject({ status: 'suspended', suspended_at: expect.any(String) });
  await expectSettled(account.id);
});

test.each(['lose answer', 'twice', 'reset'] as const)(
  'an answer that goes astray (%s) changes nothing twice',
  async (fault) => {
    const { account } = await call(1);
    let writes = 0;
    database.wire.fault = ({ operation }) => {
      if (operation !== 'PutItem') return undefined;
      writes += 1;
      // The first attempt of each write.
      return writes % 2 === 1 ? fault : undefined;
    };
    expect(await json(accountsRun, `suspend ${account.id} --yes`)).toMatchObject({
      status: 'suspended',
    });
    database.wire.fault = undefined;
    await expectSettled(account.id);
  },
);

test('where nobody knows whether the item was written, it says what to look at', async () => {
  const { account } = await call(1);
  fail('PutItem', accountTable, broken);
  const line = await failure(accountsRun, `suspend ${account.id} --yes`);
  expect(line).toMatch(/^DynamoDB refuses: InternalServerError: /);
  expect(line).toContain(`. Was the account ${account.id} changed? See show.`);
  fail('PutItem', accountTable, denied);
  expect(await failure(accountsRun, `suspend ${account.id} --yes`)).toMatch(
    /^DynamoDB refuses: AccessDeniedException: [^?]*$/,
  );
  database.wire.fault = undefined;
  expect(await read(account.id)).toEqual(account);
});

test('two operators at once: each change is made, and the records say what the account says', async () => {
  const { account } = await call(3);
  const { id } = account;
  const runs = await Promise.all(
    [
      `plan ${id} --plan scale`,
      `suspend ${id} --yes`,
      `plan ${id} --plan standard`,
      `resume ${id}`,
      `suspend ${id} --yes`,
      `plan ${id} --plan free`,
    ].map((words) => accountsRun(`${words} --stage prod`)),
  );
  expect(runs.map(({ code, stderr }) => [code, stderr])).toEqual(runs.map(() => [0, '']));
  // Whoever was last had nothing to wait for: reading finds nothing to mend.
  database.wire.calls.length = 0;
  await json(accountsRun, `show ${id}`);
  expect(database.wire.calls).toEqual(['GetItem']);
  await expectSettled(id);
});

test('the operator and the caller at once: no change of either is lost', async () => {
  const { account, ids } = await call(1);
  const { id } = account;
  const [runs] = await Promise.all([
    Promise.all(
      [`plan ${id} --plan scale`, `suspend ${id} --yes`].map((words) =>
        accountsRun(`${words} --stage prod`),
      ),
    ),
    // Where the account is suspended already, no more keys can be made.
    ...[1, 2, 3].map(() => makeKey(id).catch(() => {})),
    store.change(id, (seen, now) => revoked(seen, ids[0], now)),
  ]);
  expect(runs.map(({ code, stderr }) => [code, stderr])).toEqual(runs.map(() => [0, '']));
  const after = await json(accountsRun, `show ${id}`);
  expect(after).toMatchObject({ plan: 'scale', status: 'suspended' });
  expect(after.keys[0]).toMatchObject({ id: ids[0], status: 'revoked' });
  await expectSettled(id);
  for (const [, record] of await recordsOf(database, account)) {
    expect(record).toMatchObject({ plan: 'scale', revoked_at: expect.any(String) });
  }
  await json(accountsRun, `resume ${id}`);
  await store.change(id, (seen, now) =>
    seen.keys.reduce(
      (next, key) => (key.revoked_at ? next : renamed(next, key.id, 'other', limits, now)),
      seen,
    ),
  );
  await expectSettled(id);
});

const findKey = (listed: readonly { readonly id: string }[], id: string) =>
  listed.find((key) => key.id === id);

test('keys: whose a key of an account is, and how it stands', async () => {
  const { account, email, ids } = await call(2);
  const owned = { owner: email, account: account.id, plan: 'free', status: 'active' };
  expect(findKey(await json(keysRun, 'list'), ids[0])).toMatchObject(owned);
  expect(await json(keysRun, `show ${ids[0]}`)).toMatchObject(owned);
  expect((await keysRun('list --stage prod')).stdout).toContain(`${ids[0]}  ${email} `);

  await json(accountsRun, `suspend ${account.id} --yes`);
  const suspended = { status: 'suspended', revoked_at: null, suspended_at: expect.any(String) };
  expect(await json(keysRun, `show ${ids[0]}`)).toMatchObject(suspended);
  expect(await json(keysRun, `revoke ${ids[0]} --yes`)).toMatchObject({
    status: 'revoked',
    revoked_at: expect.any(String),
  });
  await json(accountsRun, `resume ${account.id}`);
  expect(findKey(await json(keysRun, 'list'), ids[0])).toMatchObject({ status: 'revoked' });
  expect(findKey(await json(keysRun, 'list'), String(ids[1]))).toMatchObject({ status: 'active' });

  await json(accountsRun, `delete ${account.id} --yes`);
  expect(findKey(await json(keysRun, 'list'), ids[0])).toMatchObject({
    owner: account.id,
    status: 'revoked',
  });
});

test('keys: ids stand for addresses where the accounts can not be read', async () => {
  const { account, ids } = await call(1);
  fail('Scan', accountTable, denied);
  const list = await keysRun('list --json --stage prod');
  expect([list.code, list.stderr]).toEqual([
    0,
    expect.stringMatching(
      /^Warning: Ids stand in place of addresses\. DynamoDB refuses: AccessDeniedException: .*\n$/,
    ),
  ]);
  expect(findKey(JSON.parse(list.stdout), ids[0])).toMatchObject({ owner: account.id });
  fail('GetItem', accountTable, { status: 400, type: 'ResourceNotFoundException' });
  expect(await keysRun(`show ${ids[0]} --stage prod`)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(new RegExp(`^owner +${account.id}$`, 'm')),
    stderr: expect.stringMatching(/^Warning: Ids stand in .* The stage lacks its tables here: /),
  });
});

test("keys: accounts are not read for a key that is nobody's but the operator's", async () => {
  const { id } = await json(keysRun, 'issue --owner me --plan free');
  database.wire.calls.length = 0;
  fail('GetItem', accountTable, denied);
  expect(await json(keysRun, `show ${id}`)).toMatchObject({ owner: 'me', account: null });
  expect(database.wire.calls).toEqual(['GetItem', 'GetItem']);
});

test('keys: revoke goes by the account, so that the dashboard agrees', async () => {
  const { account, email, keys, ids } = await call(2);
  expect(await keysRun(`revoke ${ids[0]} --stage prod`, 'no\n')).toMatchObject({
    stderr: `Revoke the key ${ids[0]} of ${email}, plan free? [y/N] Nothing was revoked.\n`,
  });
  const revokedKey = await json(keysRun, 'revoke --key - --yes', keys[0]);
  expect(revokedKey).toMatchObject({ id: ids[0], owner: email, status: 'revoked' });
  const [first, second] = (await read(account.id)).keys;
  expect([first?.revoked_at, second?.revoked_at]).toEqual([revokedKey.revoked_at, undefined]);
  await expectSettled(account.id);
  expect(await json(keysRun, `revoke ${ids[0]} --yes`)).toEqual(revokedKey);
});

test('keys: where a revocation stops at the account, it says so, and doing it again ends it', async () => {
  const { account, ids } = await call(1);
  fail('PutItem', keyTable, broken);
  expect(await failure(keysRun, `revoke ${ids[0]} --yes`)).toMatch(
    new RegExp(`The account ${account.id} was changed, but keys of it may be .*: ${ids[0]}\\. Do`),
  );
  database.wire.fault = undefined;
  expect(await json(keysRun, `revoke ${ids[0]} --yes`)).toMatchObject({ status: 'revoked' });
  await expectSettled(account.id);

  const left = await call(1);
  fail('PutItem', keyTable, broken);
  await failure(accountsRun, `delete ${left.account.id} --yes`);
  expect(await failure(keysRun, `revoke ${left.ids[0]} --yes`)).toContain(`: ${left.ids[0]}. Do`);
  database.wire.fault = undefined;
  expect(await json(keysRun, `revoke ${left.ids[0]} --yes`)).toMatchObject({ status: 'revoked' });
  await expectSettled(left.account.id);
});

test('keys: a key that its account does not know is revoked all the same', async () => {
  const [restored, lost] = [await call(1), await call(1)];
  const { client } = database;
  // The account as it was before it had the key, from a backup.
  await client.send(
    new PutItemCommand({
      TableName: accountTable,
      Item: itemOf({ ...restored.account, keys: [] }),
    }),
  );
  await client.send(
    new DeleteItemCommand({ TableName: accountTable, Key: addressOf(lost.account.id) }),
  );
  expect(await json(keysRun, `revoke ${restored.ids[0]} --yes`)).toMatchObject({
    status: 'revoked',
  });
  const { code, stdout } = await keysRun(`revoke ${lost.ids[0]} --yes --stage prod`);
  expect([code, /^status +revoked$/m.test(stdout)]).toEqual([0, true]);
});

test('keys: what can not be done with a key of an account is refused, and says what can', async () => {
  const { account, ids } = await call(1);
  expect(await failure(keysRun, `plan ${ids[0]} --plan scale`)).toBe(
    `Key ${ids[0]} is of the account ${account.id}: the plan of all its keys is the account's: npm run accounts -- plan ${account.id} --plan PLAN --stage prod`,
  );
  expect(await failure(keysRun, `rotate ${ids[0]}`)).toBe(
    `Key ${ids[0]} is of the account ${account.id}: its holder rotates it, on the dashboard. If it has leaked, revoke it.`,
  );
  expect(await read(account.id)).toEqual(account);
});

test('every mistake is one line', async () => {
  expect(await failure(accountsRun, 'show nobody')).toBe(
    'There is no account nobody in the stage "prod".',
  );
  expect(await failure(accountsRun, 'suspend nobody --yes')).toBe(
    'There is no account nobody in the stage "prod".',
  );
  database.wire.fault = { status: 400, type: 'ResourceNotFoundException' };
  expect(await failure(accountsRun, 'list')).toMatch(/^The stage lacks its tables here: /);
  database.wire.fault = denied;
  for (const words of ['list', 'show x', 'plan x --plan free', 'suspend x --yes', 'resume x']) {
    expect(await failure(accountsRun, words)).toMatch(/^DynamoDB refuses: AccessDenied/);
  }
});

test('as a program: a mistake is no success', async () => {
  const { account } = await call(0);
  await cognito.close();
  const words = ['delete', account.id, '--yes', '--stage', 'prod'];
  const child = spawn(process.execPath, ['bin/accounts.ts', ...words], {
    cwd: projectRoot,
    env: process.env,
  });
  child.stdin.end();
  const ended = once(child, 'close');
  expect(await text(child.stderr)).toBe(
    `Cognito does not answer (ECONNREFUSED) at ${cognito.url}.\n`,
  );
  expect(await ended).toEqual([1, null]);
  await cognito.open();
  expect(await read(account.id)).toEqual(account);
}, 30_000);
