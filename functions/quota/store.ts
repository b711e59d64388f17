/** The quota windows in DynamoDB: one item per key and window. */
import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  UpdateItemCommand,
  type UpdateItemCommandOutput,
} from '@aws-sdk/client-dynamodb';
import type { ApiKey } from '../keys/policy.ts';
import { boundedSet } from './bounded-set.ts';
import { type Mark, newMark } from './mark.ts';
import { type Quota, type QuotaWindow, windowAt } from './window.ts';

/** Exhausted windows that a warm function remembers: some 100 bytes each. */
const rememberedWindows = 10_000;

/**
 * How long an operation may take, and how long the undoing of one, in milliseconds. With what the
 * client allows for each try, a request waits less than 3 s for DynamoDB, whatever ails it.
 */
const timeout = 2200;
const undoTimeout = 600;

/** What the middleware asks of the quota. Each rejects with DynamoDB's error when that fails. */
export interface QuotaStore {
  /** Takes a slot. `granted` is false when the window has none left. */
  take(key: ApiKey, now: number): Promise<{ readonly granted: boolean; readonly quota: Quota }>;
  /** Gives the slot back that was taken at `takenAt`. */
  giveBack(key: ApiKey, takenAt: number): Promise<void>;
  /** Looks at the quota without changing it. */
  read(key: ApiKey, now: number): Promise<Quota>;
}

const itemId = (key: ApiKey, { start }: QuotaWindow): string => `${key.hash}#${start}`;

/** A window is exhausted at a limit: a key that moves to a larger plan has slots again. */
const exhaustion = (key: ApiKey, window: QuotaWindow): string =>
  `${itemId(key, window)}#${key.plan.limit}`;

/** Whether DynamoDB refused an update for its condition. */
const isRefusal = (error: unknown): error is ConditionalCheckFailedException =>
  error instanceof ConditionalCheckFailedException;

/** Whether an update that was refused may have been applied by an earlier try of the SDK. */
const wasRepeated = ({ $metadata }: ConditionalCheckFailedException): boolean =>
  ($metadata.attempts ?? 1) > 1;

/** The quota kept in a DynamoDB table. */
export const quotaStore = (client: DynamoDBClient, tableName: string): QuotaStore => {
  const exhausted = boundedSet(rememberedWindows);
  const tableKey = (id: string) => ({ TableName: tableName, Key: { id: { S: id } } });

  const takeOnce = (id: string, { limit }: { limit: number }, end: number, mark: Mark) =>
    client.send(
      new UpdateItemCommand({
        ...tableKey(id),
        UpdateExpression: `ADD used :one SET expires_at = :end, ${mark.name} = :mark`,
        ConditionExpression: `(attribute_not_exists(used) OR used < :limit) AND NOT ${mark.name} = :mark`,
        ExpressionAttributeValues: {
          ':one': { N: '1' },
          ':end': { N: String(end) },
          ':limit': { N: String(limit) },
          ':mark': { S: mark.value },
        },
        ReturnValues: 'UPDATED_NEW',
      }),
      { abortSignal: AbortSignal.timeout(timeout) },
    );

  /** Undoes a take whose outcome is not known, and tells whether there was something to undo. */
  const undo = (id: string, mark: Mark): Promise<boolean> =>
    client
      .send(
        new UpdateItemCommand({
          ...tableKey(id),
          UpdateExpression: `ADD used :minus_one REMOVE ${mark.name}`,
          ConditionExpression: `${mark.name} = :mark`,
          ExpressionAttributeValues: { ':minus_one': { N: '-1' }, ':mark': { S: mark.value } },
        }),
        { abortSignal: AbortSignal.timeout(undoTimeout) },
      )
      .then(
        () => true,
        () => false,
      );

  const store: QuotaStore = {
    take: async (key, now) => {
      const { plan } = key;
      const window = windowAt(plan, now);
      const id = itemId(key, window);
      const answer = (granted: boolean, remaining: number) => ({
        granted,
        quota: { plan, remaining, resetsInSeconds: window.resetsInSeconds },
      });
      if (exhausted.has(exhaustion(key, window))) return answer(false, 0);
      const mark = newMark();
      let taken: UpdateItemCommandOutput;
      try {
        taken = await takeOnce(id, plan, window.end, mark);
      } catch (error) {
        if (!isRefusal(error)) {
          await undo(id, mark);
          throw error;
        }
        if (wasRepeated(error) && (await undo(id, mark))) return store.take(key, now);
        exhausted.add(exhaustion(key, window));
        return answer(false, 0);
      }
      return answer(true, plan.limit - Number(taken.Attributes?.used?.N));
    },

    giveBack: async (key, takenAt) => {
      const window = windowAt(key.plan, takenAt);
      const mark = newMark();
      exhausted.delete(exhaustion(key, window));
      try {
        await client.send(
          new UpdateItemCommand({
            ...tableKey(itemId(key, window)),
            UpdateExpression: `ADD used :minus_one SET ${mark.name} = :mark`,
            ConditionExpression: `used > :zero AND NOT ${mark.name} = :mark`,
            ExpressionAttributeValues: {
              ':minus_one': { N: '-1' },
              ':zero': { N: '0' },
              ':mark': { S: mark.value },
            },
          }),
          { abortSignal: AbortSignal.timeout(timeout) },
        );
      } catch (error) {
        if (!(isRefusal(error) && wasRepeated(error))) throw error;
      }
    },

    read: async (key, now) => {
      const { plan } = key;
      const window = windowAt(plan, now);
      const { Item } = await client.send(
        new GetItemCommand({ ...tableKey(itemId(key, window)), ConsistentRead: true }),
        { abortSignal: AbortSignal.timeout(timeout) },
      );
      return {
        plan,
        remaining: Math.max(0, plan.limit - Number(Item?.used?.N ?? 0)),
        resetsInSeconds: window.resetsInSeconds,
      };
    },
  };
  return store;
};
