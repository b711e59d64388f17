import {
  DeleteItemCommand,
  GetItemCommand,
  PutItemCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { hasTag } from '../../../functions/keys/format.ts';
import { issuerFingerprint, keyHash, keyId } from '../../../functions/keys/hash.ts';
import { type KeyStore, keyStore } from '../../../lib/keys/key-store.ts';
import { Unfinished } from '../../../lib/operator/unfinished.ts';
import { keyTableName } from '../../../lib/settings/tables.ts';
import type { Fault } from '../../dynamodb-wire.ts';
import {
  failWrites,
  type KeyDatabase,
  putRecords,
  readsOf,
  startKeyDatabase,
} from '../../key-table.ts';

let database: KeyDatabase;
let store: KeyStore;
let time = Date.parse('2030-01-01T00:00:00Z');
const now = () => time;
const iso = (offset = 0) => new Date(time + offset).toISOString();

beforeAll(async () => {
  database = await startKeyDatabase();
  store = keyStore(database.wiredClient, 'prod', now);
});

afterAll(() => database.close());

beforeEach(() => {
  time += 1_000;
});

afterEach(() => {
  database.wire.fault = undefined;
});

/** What stands in the table, the issuer's secret included. */
const everything = async () => {
  const { Items = [] } = await database.client.send(
    new ScanCommand({ TableName: keyTableName('prod'), ConsistentRead: true }),
  );
  return Items.map((item) => JSON.stringify(item)).sort();
};

const free = { owner: 'someone', plan: 'free' };

test('what is kept of a key is its hash and what the operator said', async () => {
  const { key, record } = await store.issue({ ...free, expires_at: iso(5_000) });
  const hash = keyHash(key);
  expect(record).toEqual({
    id: keyId(hash),
    hash,
    owner: 'someone',
    plan: 'free',
    issuer: (await store.issuer())?.fingerprint,
    created_at: iso(),
    changed_at: iso(),
    expires_at: iso(5_000),
  });
  expect(await store.find(record.id)).toEqual(record);
  const { Items } = await database.client.send(
    new ScanCommand({ TableName: keyTableName('prod') }),
  );
  expect(Items).toHaveLength(2);
  expect(JSON.stringify(Items)).not.toContain(key.slice('amp_prod_'.length, -12));
});

test('a key that no record is of is an error, and nothing is written', async () => {
  const { wire } = database;
  wire.calls.length = 0;
  const missing = '0123456789abcdef';
  for (const act of [
    () => store.find(missing),
    () => store.revoke(missing),
    () => store.rotate(missing, 0),
    () => store.changePlan(missing, 'scale'),
  ]) {
    await expect(act()).rejects.toThrow(`There is no key ${missing} in the stage "prod".`);
  }
  expect(new Set(wire.calls)).toEqual(new Set(['GetItem']));
});

test('a revoked key stays revoked since its first revocation, and changes no more', async () => {
  const { record } = await store.issue(free);
  time += 1_000;
  const revoked = await store.revoke(record.id);
  expect(revoked).toEqual({ ...record, revoked_at: iso(), changed_at: iso() });
  time += 1_000;
  expect(await store.revoke(record.id)).toEqual(revoked);
  await expect(store.changePlan(record.id, 'scale')).rejects.toThrow('is revoked');
  await expect(store.rotate(record.id, 0)).rejects.toThrow('is revoked');
  expect(await store.find(record.id)).toEqual(revoked);
});

test('a rotation issues the same again, and gives the old key its grace and no more', async () => {
  const { record } = await store.issue({ ...free, expires_at: iso(90_000) });
  const { record: successor, predecessor } = await store.rotate(record.id, 60_000);
  expect(successor).toMatchObject({ ...free, expires_at: iso(90_000) });
  expect(predecessor).toMatchObject({ expires_at: iso(60_000), successor: successor.id });
  await expect(store.rotate(record.id, 0)).rejects.toThrow(
    `was rotated already: ${successor.id} is in its place`,
  );
  const next = await store.rotate(successor.id, 100_000, iso(500_000));
  expect(next.predecessor.expires_at).toBe(iso(90_000));
  expect(next.record.expires_at).toBe(iso(500_000));
  time += 90_000;
  await expect(store.rotate(successor.id, 0)).rejects.toThrow('is expired');
});

test('of many rotations at the same time one is done, and no spare key is left alive', async () => {
  const { record } = await store.issue({ owner: 'rotated', plan: 'free' });
  const done = await Promise.allSettled([1, 2, 3, 4].map(() => store.rotate(record.id, 60_000)));
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const { successor } = await store.find(record.id);
  const alive = (await store.list()).filter((key) => key.owner === 'rotated' && !key.revoked_at);
  expect(alive.map(({ id }) => id).sort()).toEqual([record.id, successor].sort());
});

test('what can not be computed is refused before anything is written', async () => {
  const { record } = await store.issue({ ...free, expires_at: iso(90_000) });
  const before = await everything();
  const { wire } = database;
  wire.calls.length = 0;
  const graces = [-1, 3_650 * 86_400_000 + 1, 999_999_999 * 86_400_000, Number.NaN, Infinity];
  for (const grace of graces) {
    await expect(store.rotate(record.id, grace)).rejects.toThrow('A grace is 0s to 3650d.');
  }
  for (const time of ['+029405-12-16T21:38:19.685Z', '2030-02-01', 'soon']) {
    const refusal = `No key can expire at "${time}"`;
    await expect(store.issue({ ...free, expires_at: time })).rejects.toThrow(refusal);
    await expect(store.rotate(record.id, 0, time)).rejects.toThrow(refusal);
  }
  expect(wire.calls).not.toContain('PutItem');
  expect(wire.calls).not.toContain('UpdateItem');
  expect(await everything()).toEqual(before);

  const lateClock = Date.parse('9999-12-31T00:00:00Z');
  const late = keyStore(database.wiredClient, 'prod', () => lateClock);
  const { record: lasting } = await store.issue(free);
  const after = await everything();
  await expect(late.rotate(lasting.id, 2 * 86_400_000)).rejects.toThrow('the years 0 to 9999');
  expect(await everything()).toEqual(after);
});

test('a key that once got a year of five digits is given its grace and no more', async () => {
  const { record } = await store.issue(free);
  await putRecords(database.client, [{ ...record, expires_at: '+029405-12-16T21:38:19.685Z' }]);
  await expect(store.rotate(record.id, 60_000)).rejects.toThrow('say --expires');
  const { predecessor } = await store.rotate(record.id, 60_000, iso(500_000));
  expect(predecessor.expires_at).toBe(iso(60_000));
});

/** A table of its own: what happens to its issuer is nobody else's trouble. */
const withOwnTable = async (act: (own: KeyDatabase) => Promise<void>) => {
  const own = await startKeyDatabase();
  try {
    await act(own);
  } finally {
    await own.close();
  }
};

const issuerItem = { TableName: keyTableName('prod'), Key: { id: { S: 'issuer' } } };

const readIssuerItem = async ({ client }: KeyDatabase) =>
  (await client.send(new GetItemCommand({ ...issuerItem, ConsistentRead: true }))).Item;

const loseIssuer = ({ client }: KeyDatabase) => client.send(new DeleteItemCommand(issuerItem));

test('many who issue the first keys at the same time agree on one issuer', () =>
  withOwnTable(async (own) => {
    const issued = await Promise.all(
      Array.from({ length: 8 }, () => keyStore(own.client, 'prod', now).issue(free)),
    );
    const secret = String((await readIssuerItem(own))?.secret?.S);
    expect(await keyStore(own.client, 'prod').issuer()).toEqual({
      fingerprint: issuerFingerprint(secret),
    });
    for (const { key, record } of issued) {
      expect(hasTag(key, secret)).toBe(true);
      expect(record.issuer).toBe(issuerFingerprint(secret));
    }
  }));

test('who finds no issuer, and then a key that someone else was first to issue, looks again', () =>
  withOwnTable(async (own) => {
    const other = keyStore(own.client, 'prod', now);
    let first: string | undefined;
    own.wiredClient.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          if (commandName === 'ScanCommand') first = (await other.issue(free)).record.issuer;
          return next(args);
        },
      { step: 'initialize' },
    );
    const { record } = await keyStore(own.wiredClient, 'prod', now).issue(free);
    expect(own.wire.calls).toEqual(['GetItem', 'Scan', 'GetItem', 'PutItem']);
    expect(record.issuer).toBe(first);
  }));

test('an issuer that was lost is not made anew by the way', () =>
  withOwnTable(async (own) => {
    const ownStore = keyStore(own.client, 'prod', now);
    expect(await ownStore.issuer()).toBeUndefined();
    const [{ record }, { record: gone }] = [await ownStore.issue(free), await ownStore.issue(free)];
    const issuer = await ownStore.issuer();
    const saved = await readIssuerItem(own);
    await expect(ownStore.replaceIssuer()).rejects.toThrow(
      'The issuer is there: nothing was done.',
    );

    await loseIssuer(own);
    const records = await ownStore.list();
    const isLost = 'The secret that tags keys is lost: ';
    await expect(ownStore.issue(free)).rejects.toThrow(isLost);
    await expect(ownStore.rotate(record.id, 0)).rejects.toThrow(isLost);
    expect(await ownStore.issuer()).toBeUndefined();
    expect(await ownStore.list()).toEqual(records);
    // What needs no secret is done.
    await ownStore.changePlan(record.id, 'scale');
    await ownStore.revoke(record.id);
    await ownStore.revoke(gone.id);
    // Revoked keys are keys.
    await expect(ownStore.issue(free)).rejects.toThrow(isLost);

    await own.client.send(
      new PutItemCommand({ TableName: issuerItem.TableName, Item: saved as typeof saved & object }),
    );
    expect(await ownStore.issuer()).toEqual(issuer);
    expect((await ownStore.issue(free)).record.issuer).toBe(issuer?.fingerprint);
  }));

test('whether there is an issuer, and keys without one, is asked of what was written last', () =>
  withOwnTable(async (own) => {
    await keyStore(own.wiredClient, 'prod', now).issue(free);
    expect(readsOf(own.wire)).toEqual([
      ['GetItem', true],
      ['Scan', true],
    ]);
  }));

test('an issuer is replaced where it was lost, and only then', () =>
  withOwnTable(async (own) => {
    const ownStore = keyStore(own.client, 'prod', now);
    const { record } = await ownStore.issue(free);
    await loseIssuer(own);
    // Two find that it is lost, and one of them is the first to replace it.
    let first: Awaited<ReturnType<typeof ownStore.replaceIssuer>> | undefined;
    own.wiredClient.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          if (commandName === 'PutItemCommand') first = await ownStore.replaceIssuer();
          return next(args);
        },
      { step: 'initialize' },
    );
    const made = await keyStore(own.wiredClient, 'prod', now).replaceIssuer();
    expect(made).toEqual(first);
    expect(made).toEqual(await ownStore.issuer());
    expect(made.replaced_at).toBe(iso());
    const { record: next } = await ownStore.rotate(record.id, 60_000);
    expect(next.issuer).toBe(made.fingerprint);
    expect(next.issuer).not.toBe(record.issuer);
  }));

test('a table from before fingerprints were kept works on', () =>
  withOwnTable(async (own) => {
    const ownStore = keyStore(own.client, 'prod', now);
    const secret = 'c2VjcmV0';
    const { issuer, ...old } = (await ownStore.issue(free)).record;
    await putRecords(own.client, [{ id: 'issuer', secret }, old]);
    expect(await ownStore.issuer()).toEqual({ fingerprint: issuerFingerprint(secret) });
    const { record, key, predecessor } = await ownStore.rotate(old.id, 0);
    expect(hasTag(key, secret)).toBe(true);
    expect([record.issuer, predecessor.issuer]).toEqual([issuerFingerprint(secret), undefined]);
  }));

test.each([{}, { secret: '' }])('an issuer item with the fields %j holds no secret', (fields) =>
  withOwnTable(async (own) => {
    await putRecords(own.client, [{ id: 'issuer', ...fields }]);
    const ownStore = keyStore(own.client, 'prod', now);
    expect(await ownStore.issuer()).toBeUndefined();
    const problem = 'The item "issuer" of the table amplify-prod-keys holds no secret: delete it.';
    await expect(ownStore.issue(free)).rejects.toThrow(problem);
    await expect(ownStore.replaceIssuer()).rejects.toThrow(problem);
    await expect(ownStore.find('issuer')).rejects.toThrow('There is no key issuer');
  }),
);

/** Keys of an owner that are in use. */
const alive = async (owner: string) =>
  (await store.list()).filter((key) => key.owner === owner && !key.revoked_at).map(({ id }) => id);

/** Lets a fault meet both attempts of the nth write from now on, and nothing else. */
const failWrite = (nth: number, fault: Fault) =>
  failWrites(database.wire, (writes) => (writes === nth || writes === nth + 1 ? fault : undefined));

const refused: Fault = { status: 400, type: 'AccessDeniedException' };
const failing: Fault = { status: 500, type: 'InternalServerError' };

test.each<[string, number, Fault, RegExp | undefined]>([
  ['the new key is refused', 1, refused, undefined],
  ['the new key is not written', 1, failing, undefined],
  ['the old one is refused', 2, refused, undefined],
  ['the old one is not written', 2, failing, /^Key \w+ may have been changed: see show\./],
  ['the last write is refused', 3, refused, /^Key \w+ expires at .* revoke \w+, and issue/],
  ['the last write is not made', 3, failing, /^Key \w+ expires at .* revoke \w+, and issue/],
])(
  'a rotation that fails leaves no key that nobody was shown: %s',
  async (name, nth, fault, rest) => {
    const { record } = await store.issue({ ...free, owner: name });
    failWrite(nth, fault);
    const error = await store.rotate(record.id, 60_000).catch((thrown) => thrown);
    database.wire.fault = undefined;
    expect(await alive(name)).toEqual([record.id]);
    const left = await store.find(record.id);
    if (rest) {
      expect(error).toBeInstanceOf(Unfinished);
      expect(error.message).toMatch(rest);
      expect(error.cause.name).toBe((fault as { type: string }).type);
    } else {
      expect(error.name).toBe((fault as { type: string }).type);
    }
    if (nth < 3) {
      // The old key is as it was, and the rotation can be tried again.
      expect(left).toEqual(record);
      const { record: successor } = await store.rotate(record.id, 60_000);
      expect((await alive(name)).sort()).toEqual([record.id, successor.id].sort());
    } else {
      // What the message names is what there is to revoke.
      expect(error.message).toContain(`revoke ${left.successor}, `);
      await store.revoke(String(left.successor));
      await expect(store.rotate(record.id, 0)).rejects.toThrow(
        `was rotated already: ${left.successor} is in its place. If nobody has that key, `,
      );
    }
  },
);

test('a rotation whose answers are all lost is done, and shows the key', async () => {
  const owner = 'loses answers';
  const { record } = await store.issue({ ...free, owner });
  const { wire } = database;
  // The first attempt of each write loses its answer.
  failWrites(wire, (writes) => {
    const isWrite = wire.calls.at(-1) === 'PutItem';
    return isWrite && writes % 2 === 1 ? 'lose answer' : undefined;
  });
  const { record: successor, predecessor } = await store.rotate(record.id, 60_000);
  wire.fault = undefined;
  expect(wire.calls.filter((call) => call === 'PutItem')).toHaveLength(6);
  expect(await store.find(record.id)).toEqual(predecessor);
  expect(await store.find(successor.id)).toEqual(successor);
  expect((await alive(owner)).sort()).toEqual([record.id, successor.id].sort());
});

test('an issue of which nobody knows whether it was done names the key to revoke', async () => {
  const owner = 'unknown';
  await store.issue(free);
  failWrite(1, 'lose answer');
  const error = await store.issue({ ...free, owner }).catch((thrown) => thrown);
  database.wire.fault = undefined;
  const [id, ...others] = await alive(owner);
  expect(others).toEqual([]);
  expect(error).toBeInstanceOf(Unfinished);
  expect(error.message).toBe(`Nobody was shown the key ${id}: should list have it, revoke it.`);

  failWrite(1, refused);
  await expect(store.issue({ ...free, owner })).rejects.toMatchObject({
    name: 'AccessDeniedException',
  });
});

test('of two changes at the same time none is lost', async () => {
  const { record } = await store.issue(free);
  const changes = [store.changePlan(record.id, 'scale'), store.revoke(record.id)];
  const done = await Promise.allSettled(changes);
  const { plan, revoked_at } = await store.find(record.id);
  expect([plan === 'scale', revoked_at !== undefined]).toEqual(
    done.map(({ status }) => status === 'fulfilled'),
  );
  for (const outcome of done) {
    if (outcome.status === 'rejected') expect(outcome.reason.message).toMatch(/meanwhile|revoked/);
  }
});

test('a change whose answer is lost on the way is made once, and succeeds', async () => {
  const { record } = await store.issue(free);
  const { wire } = database;
  const called = async (operation: string) => {
    while (!wire.calls.includes(operation)) await new Promise((resolve) => setImmediate(resolve));
  };
  wire.calls.length = 0;
  const change = store.changePlan(record.id, 'scale');
  await called('GetItem');
  wire.fault = 'lose answer';
  await called('PutItem');
  wire.fault = undefined;
  expect(await change).toEqual(await store.find(record.id));
  expect(wire.calls.filter((call) => call === 'PutItem')).toHaveLength(2);
});

test('every key is listed, the oldest first, over as many pages as it takes', async () => {
  const before = (await store.list()).length;
  const records = Array.from({ length: 45 }, (_, n) => {
    const hash = keyHash(String(n));
    const created_at = iso(1_000 + n);
    return { ...free, id: keyId(hash), hash, created_at, changed_at: created_at };
  });
  await putRecords(
    database.client,
    records.map((record) => ({ ...record, note: 'x'.repeat(25_000) })),
  );
  database.wire.calls.length = 0;
  const listed = await store.list();
  expect(listed.slice(before)).toMatchObject(records);
  expect(database.wire.calls).toEqual(['Scan', 'Scan']);
});
