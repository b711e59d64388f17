/** What is left of each change of an account where a call of DynamoDB is disturbed: all of it, or nothing. */
import { beforeAll, expect, jest, test } from '@jest/globals';
import {
  type Account,
  acceptedKeysReader,
  readAccount,
  type Tombstone,
} from '../../../functions/accounts/account.ts';
import { withPlan } from '../../../functions/accounts/changes.ts';
import { type AccountStore, accountStore } from '../../../functions/accounts/store.ts';
import type { AccountEndpointName } from '../../../functions/endpoints/list.ts';
import { issuedPolicy } from '../../../functions/keys/policy.ts';
import { accountTable, limits, plans, refOf } from '../../support/account-tables.ts';
import type { Call, Fault } from '../../support/dynamodb-wire.ts';
import {
  type AccountBackend,
  type AccountCall,
  newPerson,
  startAccountFunctions,
} from '../../support/in-process.ts';

let backend: AccountBackend;
let operator: AccountStore;
const logged = jest.spyOn(console, 'info').mockImplementation(() => {});
jest.spyOn(console, 'error').mockImplementation(() => {});

beforeAll(async () => {
  backend = await startAccountFunctions();
  operator = accountStore(backend.database.wiredClient, accountTable);
});

interface Person {
  readonly sub: string;
  readonly keyId?: string;
  readonly key?: string;
}

type Stored = Account | Tombstone | undefined;

interface Operation {
  /** Resolves to the status (200 or 503 for the operator) and a new key. */
  readonly run: (person: Person) => Promise<{ readonly status: number; readonly key?: string }>;
  /** Whether it is stored. */
  readonly isDone: (stored: Stored) => boolean;
  /** Whether the key is accepted afterwards. */
  readonly keeps?: boolean;
  /** The status of a repetition. */
  readonly again: number;
}

const call =
  (name: AccountEndpointName, request: (person: Person) => AccountCall = () => ({})) =>
  async (person: Person) => {
    const { status, json } = await backend.call(name, { sub: person.sub, ...request(person) });
    return { status, key: json?.key };
  };

const keysOf = (stored: Stored) => (stored as Account | undefined)?.keys ?? [];

const operations: Readonly<Record<string, Operation>> = {
  open: {
    run: call('open-account'),
    isDone: (stored) => stored !== undefined,
    again: 200,
  },
  create: {
    run: call('create-key', () => ({ body: { name: 'new' } })),
    isDone: (stored) => keysOf(stored).length > 1,
    keeps: true,
    again: 201,
  },
  rotate: {
    run: call('rotate-key', ({ keyId = '' }) => ({ key: keyId, body: { grace_seconds: 0 } })),
    isDone: (stored) => keysOf(stored).length === 2 && keysOf(stored)[0]?.successor !== undefined,
    again: 409,
  },
  delete: {
    run: call('delete-account'),
    isDone: (stored) => stored?.deleted_at !== undefined,
    again: 204,
  },
  plan: {
    run: ({ sub }) =>
      operator
        .change({ id: refOf(sub).id }, { change: 'plan' }, (account, now) =>
          withPlan(account, 'scale', now),
        )
        .then(
          () => ({ status: 200 }),
          () => ({ status: 503 }),
        ),
    isDone: (stored) => (stored as Account).plan === 'scale',
    keeps: true,
    again: 200,
  },
};

/** Not made, made without confirmation, made after the time-out, and not made for sure. */
const faults: readonly (readonly [string, Fault])[] = [
  ['fails', { status: 500, type: 'InternalServerError' }],
  ['loses its answer', 'lose answer'],
  ['is made too late', 'late call'],
  ['is refused', { status: 400, type: 'AccessDeniedException' }],
];

/** The calls that fail: all, only the first attempt to write, or each. */
const positions = [
  { first: 0, last: Infinity },
  { first: 1, last: 1 },
  { first: 1, last: Infinity },
];

const accountIn = ({ input }: Call): string => {
  const { id } = (input.Key ?? input.Item) as { readonly id: { readonly S: string } };
  return id.S;
};

const linesOf = (id: string) =>
  logged.mock.calls.map(([line]) => line).filter(({ account }) => account === id);

test.each(faults)('if a call %s, a change is made entirely or not at all', async (_, fault) => {
  const { wire, client } = backend.database;
  const stored = (sub: string) => readAccount(client, accountTable, refOf(sub).id);
  const policy = () =>
    issuedPolicy({
      stage: 'prod',
      plans,
      ...limits,
      read: acceptedKeysReader(client, accountTable),
    });

  const cases = [];
  for (const [name, operation] of Object.entries(operations)) {
    for (const position of positions) {
      const sub = newPerson();
      let person: Person = { sub };
      if (name !== 'open') {
        await call('open-account')(person);
        const { json } = await backend.call('create-key', { sub, body: { name: 'old' } });
        person = { sub, keyId: json.item.id, key: json.key };
      }
      const before = await stored(sub);
      cases.push({ name, ...operation, ...position, person, before, calls: 0 });
    }
  }

  logged.mockClear();
  const byAccount = new Map(cases.map((one) => [refOf(one.person.sub).id, one]));
  wire.fault = (call) => {
    const meant = byAccount.get(accountIn(call));
    if (!meant) return undefined;
    const index = meant.calls++;
    return index >= meant.first && index <= meant.last ? fault : undefined;
  };
  // Concurrently, since some wait long.
  const outcomes = await Promise.all(cases.map((one) => one.run(one.person)));
  wire.fault = undefined;
  await wire.settled();

  for (const [index, one] of cases.entries()) {
    const { name, first, last, person, before, isDone, keeps = false, run, again } = one;
    const { status, key } = outcomes[index] as (typeof outcomes)[number];
    const after = await stored(person.sub);
    const done = isDone(after);
    const lines = linesOf(refOf(person.sub).id);
    const confirmed = lines.filter(({ unconfirmed }) => !unconfirmed).length;
    expect({
      what: [name, first, last, status],
      // A confirmed change holds; any other holds entirely or not at all.
      whole:
        status < 300 ? done : status === 503 && (done || after?.changed_at === before?.changed_at),
      // Each change is logged once.
      logged: done ? lines.length === 1 : confirmed === 0,
    }).toEqual({ what: expect.anything(), whole: true, logged: true });
    // The key check agrees at once.
    if (person.key) {
      expect([name, (await policy()(person.key)) !== undefined]).toEqual([name, !done || keeps]);
    }
    if (key) expect(await policy()(key)).toBeDefined();
    const repeated = await run(person);
    const fresh = { open: 200, create: 201, rotate: 201, delete: 204 }[name] ?? 200;
    expect([name, repeated.status]).toEqual([name, done ? again : fresh]);
    expect(isDone(await stored(person.sub))).toBe(true);
  }
});
