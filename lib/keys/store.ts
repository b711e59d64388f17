/** The records of issued keys in DynamoDB, as the operator changes them. None is ever deleted. */
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  type AttributeValue,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  paginateScan,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { generateKey } from '../../functions/keys/format.ts';
import { keyHash, keyId } from '../../functions/keys/hash.ts';
import { type KeyRecord, keyState, recordOf } from '../../functions/keys/record.ts';
import { issuerId } from '../../functions/keys/records.ts';
import { keyTableName } from '../tables.ts';

/** A key that was just issued. The only place where it stands in clear. */
export interface IssuedKey {
  readonly key: string;
  readonly record: KeyRecord;
}

/**
 * What the operator does with keys. Each change is made on the condition that the record is as it was
 * when the change was decided on, so none is lost. Each rejects with DynamoDB's error, or with one that
 * says in one line why nothing was changed.
 */
export interface KeyStore {
  issue(key: Pick<KeyRecord, 'owner' | 'plan' | 'expires_at'>): Promise<IssuedKey>;
  /** Every record, the oldest first. */
  list(): Promise<readonly KeyRecord[]>;
  find(id: string): Promise<KeyRecord>;
  /** Revokes a key. One that is revoked stays as it is. */
  revoke(id: string): Promise<KeyRecord>;
  /**
   * Issues a key in another's place, of the same owner, on the same plan.
   *
   * @param graceMs How long the other lives on.
   * @param expiresAt When the new one expires: if not said, when the other would have.
   */
  rotate(
    id: string,
    graceMs: number,
    expiresAt?: string,
  ): Promise<IssuedKey & { readonly predecessor: KeyRecord }>;
  changePlan(id: string, plan: string): Promise<KeyRecord>;
}

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

  /** The stage's secret, made by the first who asks. */
  const issuerSecret = async (): Promise<string> => {
    const { Attributes } = await client.send(
      new UpdateItemCommand({
        TableName,
        Key: { id: { S: issuerId } },
        UpdateExpression: 'SET #secret = if_not_exists(#secret, :new)',
        ExpressionAttributeNames: { '#secret': 'secret' },
        ExpressionAttributeValues: { ':new': { S: randomBytes(32).toString('base64') } },
        ReturnValues: 'ALL_NEW',
      }),
    );
    return String(Attributes?.secret?.S);
  };

  const read = async (id: string): Promise<KeyRecord | undefined> => {
    const { Item } = await client.send(
      new GetItemCommand({ TableName, Key: { id: { S: id } }, ConsistentRead: true }),
    );
    return Item && recordOf(Item);
  };

  /** Writes a record where `seen` is what is there. Its repetition, after a lost answer, does no harm. */
  const write = async (record: KeyRecord, seen: KeyRecord | undefined): Promise<KeyRecord> => {
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

  const change = (seen: KeyRecord, changes: Partial<KeyRecord>): Promise<KeyRecord> =>
    // Later than before on any clock, so that no two states of a record look the same.
    write(
      { ...seen, ...changes, changed_at: iso(Math.max(now(), Date.parse(seen.changed_at) + 1)) },
      seen,
    );

  const keys: KeyStore = {
    issue: async (wanted) => {
      const key = generateKey(stage, await issuerSecret());
      const hash = keyHash(key);
      const created_at = iso(now());
      const record = { id: keyId(hash), hash, ...wanted, created_at, changed_at: created_at };
      return { key, record: await write(record, undefined) };
    },

    list: async () => {
      const records: KeyRecord[] = [];
      const scan = {
        TableName,
        ConsistentRead: true,
        FilterExpression: 'attribute_exists(#hash)',
        ExpressionAttributeNames: { '#hash': 'hash' },
      };
      for await (const { Items = [] } of paginateScan({ client }, scan)) {
        records.push(...Items.map(recordOf));
      }
      return records.sort((a, b) => (age(a) < age(b) ? -1 : 1));
    },

    find: async (id) => {
      const record = await read(id);
      if (record === undefined) throw new Error(`There is no key ${id} in the stage "${stage}".`);
      return record;
    },

    revoke: async (id) => {
      const record = await keys.find(id);
      return record.revoked_at ? record : change(record, { revoked_at: iso(now()) });
    },

    rotate: async (id, graceMs, expiresAt) => {
      const old = await keys.find(id);
      const state = keyState(old, now());
      if (state !== 'active') throw new Error(`Key ${id} is ${state}: issue a new one instead.`);
      if (old.successor !== undefined) {
        throw new Error(`Key ${id} was rotated already: ${old.successor} is in its place.`);
      }
      const { owner, plan } = old;
      const expires_at = expiresAt ?? old.expires_at;
      const issued = await keys.issue({ owner, plan, ...(expires_at && { expires_at }) });
      const graceEnd = iso(now() + graceMs);
      try {
        const predecessor = await change(old, {
          successor: issued.record.id,
          expires_at: old.expires_at && old.expires_at < graceEnd ? old.expires_at : graceEnd,
        });
        return { ...issued, predecessor };
      } catch (error) {
        // Nobody has seen the new key; a record that says so is better than one that seems in use.
        if (error instanceof ChangedMeanwhile) await keys.revoke(issued.record.id);
        throw error;
      }
    },

    changePlan: async (id, plan) => {
      const record = await keys.find(id);
      if (record.revoked_at) throw new Error(`Key ${id} is revoked.`);
      return change(record, { plan });
    },
  };
  return keys;
};

/** What sorts records by their age, and those of the same moment always alike. */
const age = ({ created_at, id }: KeyRecord): string => `${created_at} ${id}`;

const iso = (time: number): string => new Date(time).toISOString();

const itemOf = (record: KeyRecord): Record<string, AttributeValue> =>
  Object.fromEntries(Object.entries(record).map(([name, text]) => [name, { S: text }]));
