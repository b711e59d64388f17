/** The records of issued keys in DynamoDB, as the operator changes them. None is ever deleted. */
import { isDeepStrictEqual } from 'node:util';
import {
  type AttributeValue,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  paginateScan,
} from '@aws-sdk/client-dynamodb';
import { issuerFingerprint } from '../../functions/keys/hash.ts';
import { type IssuerItem, issuerSecret } from '../../functions/keys/issuer-secret.ts';
import {
  type KeyRecord,
  keyState,
  type OperatorKeyRecord,
  recordOf,
} from '../../functions/keys/key-record.ts';
import { newKey } from '../../functions/keys/new-key.ts';
import { changeTime, isRecordTime, recordTime } from '../../functions/keys/record-time.ts';
import { unfinished, unlessRefused } from '../operator/unfinished.ts';
import { keyTableName } from '../settings/tables.ts';
import type { Issuer } from './issuer.ts';
import { longestDuration } from './when.ts';

/** A key that was just issued. */
export interface IssuedKey {
  readonly key: string;
  readonly record: OperatorKeyRecord;
}

/** What the operator says of a new key. */
type Wanted = Pick<OperatorKeyRecord, 'owner' | 'plan' | 'expires_at'>;

/**
 * What the operator does with keys. All is checked, and all times are computed, before anything is
 * written. Each change is made on the condition that the record is as it was when the change was decided
 * on, so none is lost. Each rejects with DynamoDB's error, with one that says in one line why nothing was
 * changed, or with `Unfinished`.
 */
export interface KeyStore {
  /** Issues a key, in use at once. */
  issue(key: Wanted): Promise<IssuedKey>;
  /** Every record, the oldest first. */
  list(): Promise<readonly KeyRecord[]>;
  find(id: string): Promise<KeyRecord>;
  /**
   * Revokes a key by its record alone. One that is revoked stays as it is. A key of an account is revoked
   * there first, and here if the account does not have it.
   */
  revoke(id: string): Promise<KeyRecord>;
  /**
   * Issues a key in another's place, of the same owner, on the same plan. The new one is not in use
   * before all else is done: however this ends, no key is in use that the other does not name as its
   * successor.
   *
   * @param graceMs How long the other lives on, in milliseconds: from 0 to the longest duration.
   * @param expiresAt When the new one expires: if not said, when the other would have.
   */
  rotate(
    id: string,
    graceMs: number,
    expiresAt?: string,
  ): Promise<IssuedKey & { readonly predecessor: KeyRecord }>;
  changePlan(id: string, plan: string): Promise<KeyRecord>;
  /** The issuer, whose secret tags new keys; `undefined` before the first key, and where it was lost. */
  issuer(): Promise<Issuer | undefined>;
  /** Makes a new issuer in a lost one's place: the keys that there are will be refused. */
  replaceIssuer(): Promise<Issuer>;
}

const withoutSecret = ({ secret, ...rest }: IssuerItem): Issuer => ({
  fingerprint: issuerFingerprint(secret),
  ...rest,
});

class ChangedMeanwhile extends Error {
  constructor(id: string) {
    super(`Key ${id} was changed by someone else meanwhile. Nothing was done: try again.`);
  }
}

/** The keys of a stage. */
export const keyStore = (
  client: DynamoDBClient,
  stage: string,
  now: () => number = Date.now,
): KeyStore => {
  const TableName = keyTableName(stage);
  const issuer = issuerSecret(client, TableName);

  const readItem = async (id: string) => {
    const { Item } = await client.send(
      new GetItemCommand({ TableName, Key: { id: { S: id } }, ConsistentRead: true }),
    );
    return Item;
  };

  const read = async (id: string): Promise<KeyRecord | undefined> => {
    const item = await readItem(id);
    return item?.hash && recordOf(item);
  };

  /** The records, whatever became of their keys, as the pages of a scan. */
  const scanRecords = () =>
    paginateScan(
      { client },
      {
        TableName,
        ConsistentRead: true,
        FilterExpression: 'attribute_exists(#hash)',
        ExpressionAttributeNames: { '#hash': 'hash' },
      },
    );

  /** Writes a record where `seen` is what is there. Its repetition, after a lost answer, does no harm. */
  const write = async <Kept extends KeyRecord>(
    record: Kept,
    seen: Kept | undefined,
  ): Promise<Kept> => {
    try {
      await client.send(
        new PutItemCommand({
          TableName,
          Item: itemOf(record),
          ...(seen
            ? {
                ConditionExpression: 'changed_at = :seen',
                ExpressionAttributeValues: { ':seen': { S: seen.changed_at } },
              }
            : { ConditionExpression: 'attribute_not_exists(id)' }),
        }),
      );
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      if (!isDeepStrictEqual(await read(record.id), record)) throw new ChangedMeanwhile(record.id);
    }
    return record;
  };

  /** A record as a change makes it. */
  const changed = <Kept extends KeyRecord>(seen: Kept, changes: Partial<KeyRecord>): Kept => ({
    ...seen,
    ...changes,
    changed_at: changeTime(now(), seen.changed_at),
  });

  /** A key that is still to be written. */
  const unwritten = async (wanted: Wanted): Promise<IssuedKey> => {
    const { expires_at } = wanted;
    if (expires_at !== undefined && !isRecordTime(expires_at)) {
      throw new Error(`No key can expire at "${expires_at}": say --expires.`);
    }
    const created_at = recordTime(now());
    const { key, ...facts } = newKey(stage, (await issuer.forNewKey()).secret);
    return { key, record: { ...facts, ...wanted, created_at, changed_at: created_at } };
  };

  /** A record that the operator may change: those of accounts follow from the account. */
  const findOwn = async (id: string, instead: (account: string) => string) => {
    const record = await keys.find(id);
    if (record.account === undefined) return record;
    throw new Error(`Key ${id} is of the account ${record.account}: ${instead(record.account)}`);
  };

  const keys: KeyStore = {
    issue: async (wanted) => {
      const issued = await unwritten(wanted);
      const { id } = issued.record;
      await write(issued.record, undefined).catch(
        unlessRefused(
          `Nobody was shown the key ${id}: should list have it, revoke it.`,
          ChangedMeanwhile,
        ),
      );
      return issued;
    },

    list: async () => {
      const records: KeyRecord[] = [];
      for await (const { Items = [] } of scanRecords()) records.push(...Items.map(recordOf));
      return records.sort((a, b) => (age(a) < age(b) ? -1 : 1));
    },

    find: async (id) => {
      const record = await read(id);
      if (record === undefined) throw new Error(`There is no key ${id} in the stage "${stage}".`);
      return record;
    },

    revoke: async (id) => {
      const record = await keys.find(id);
      if (record.revoked_at) return record;
      return write(changed(record, { revoked_at: recordTime(now()) }), record);
    },

    rotate: async (id, graceMs, expiresAt) => {
      if (!(graceMs >= 0 && graceMs <= longestDuration.ms)) {
        throw new RangeError(`A grace is 0s to ${longestDuration.text}.`);
      }
      const old = await findOwn(
        id,
        () => 'its holder rotates it, on the dashboard. If it has leaked, revoke it.',
      );
      const time = now();
      const state = keyState(old, time);
      if (state !== 'active') throw new Error(`Key ${id} is ${state}: issue a new one instead.`);
      const { owner, plan, successor } = old;
      if (successor !== undefined) {
        throw new Error(
          `Key ${id} was rotated already: ${successor} is in its place. If nobody has that key, revoke it, and issue a new one.`,
        );
      }
      const expires_at = expiresAt ?? old.expires_at;
      const { key, record } = await unwritten({ owner, plan, ...(expires_at && { expires_at }) });
      const graceEnd = time + graceMs;
      const limited = changed(old, {
        successor: record.id,
        expires_at: recordTime(
          // As times, not as texts: a record may hold a year of five digits from before they were refused.
          old.expires_at === undefined ? graceEnd : Math.min(graceEnd, Date.parse(old.expires_at)),
        ),
      });
      const unused = { ...record, revoked_at: record.created_at };
      const { revoked_at, ...used } = changed(unused, {});

      await write(unused, undefined);
      await write(limited, old).catch(
        unlessRefused(
          `Key ${id} may have been changed: see show. If it has a successor, issue a new key, since nobody was shown that one.`,
          ChangedMeanwhile,
        ),
      );
      await write(used, unused).catch(
        unfinished(
          `Key ${id} expires at ${limited.expires_at}, and nobody was shown its successor: revoke ${record.id}, and issue a new key.`,
        ),
      );
      return { key, record: used, predecessor: limited };
    },

    changePlan: async (id, plan) => {
      const record = await findOwn(
        id,
        (account) =>
          `the plan of all its keys is the account's: npm run accounts -- plan ${account} --plan PLAN --stage ${stage}`,
      );
      if (record.revoked_at) throw new Error(`Key ${id} is revoked.`);
      return write(changed(record, { plan }), record);
    },

    issuer: async () => {
      const there = await issuer.read();
      return there && withoutSecret(there);
    },

    replaceIssuer: async () => {
      if (await issuer.read()) throw new Error('The issuer is there: nothing was done.');
      return withoutSecret(await issuer.make({ replaced_at: recordTime(now()) }));
    },
  };
  return keys;
};

/** What sorts records by their age, and those of the same moment always alike. */
const age = ({ created_at, id }: KeyRecord): string => `${created_at} ${id}`;

const itemOf = (record: object): Record<string, AttributeValue> =>
  Object.fromEntries(Object.entries(record).map(([name, text]) => [name, { S: text }]));
