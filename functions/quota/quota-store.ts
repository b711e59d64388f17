/**
 * The quota windows in DynamoDB.
 *
 * A slot is taken by one conditional update and returned by another, and nothing is undone. What that
 * keeps, whatever is lost on the wire: each request that passed had an update of its own applied, and
 * only a request whose update DynamoDB confirmed returns a slot, once. So the slots used are never
 * fewer than the requests that passed and were not failed, and never more than the limit. An update
 * that DynamoDB did not confirm may have been applied, and then its slot stays used until the window ends.
 */
import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { sendingOnce } from '../aws/dynamodb.ts';
import { ttlCache } from '../cache/ttl-cache.ts';
import { type Quota, type QuotaHolder, type QuotaWindow, windowAt } from './window.ts';
import { itemOf, returnSlot, takeSlot, windowName } from './window-item.ts';

/** Exhausted windows that a warm function knows: some 100 bytes each. */
const exhaustedWindows = 10_000;

/** What the middleware asks of the quota. Each rejects with DynamoDB's error when that fails. */
export interface QuotaStore {
  /**
   * Takes a slot. `granted` is false when the window has none left, as DynamoDB said to this request
   * or to an earlier one here. When DynamoDB's answer is lost, the SDK tries again, and that may use
   * two slots.
   */
  take(
    key: QuotaHolder,
    now: number,
  ): Promise<{ readonly granted: boolean; readonly quota: Quota }>;
  /**
   * Gives the slot back that was granted at `takenAt`. It is tried once: a return that was applied
   * twice would let one request too many pass.
   */
  giveBack(key: QuotaHolder, takenAt: number): Promise<void>;
  /** Looks at the quota without changing it. */
  read(key: QuotaHolder, now: number): Promise<Quota>;
}

/** A window is exhausted at a limit: a key that moves to a larger plan has slots again. */
const exhaustion = ({ hash, plan }: QuotaHolder, window: QuotaWindow): string =>
  `${hash}#${windowName(window)}#${plan.limit}`;

/**
 * The quota kept in a DynamoDB table.
 *
 * @param keepSeconds How long windows are kept after their end, to show how a key was used.
 */
export const quotaStore = (
  client: DynamoDBClient,
  tableName: string,
  keepSeconds = 0,
): QuotaStore => {
  const exhausted = ttlCache<true>(exhaustedWindows);
  /** How many slots were given back here: what DynamoDB was asked before says nothing after. */
  let returns = 0;
  let once: DynamoDBClient | undefined;

  return {
    take: async (key, now) => {
      const { plan } = key;
      const window = windowAt(plan, now);
      const answer = (granted: boolean, remaining: number) => ({
        granted,
        quota: { plan, remaining, resetsInSeconds: window.resetsInSeconds },
      });
      if (exhausted.get(exhaustion(key, window), now)) return answer(false, 0);
      const returnsBefore = returns;
      try {
        const item = itemOf(tableName, key.hash, window);
        const { Attributes } = await client.send(
          new UpdateItemCommand(takeSlot(item, plan.limit, window, keepSeconds)),
        );
        return answer(true, plan.limit - Number(Attributes?.used?.N));
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        if (returns === returnsBefore)
          exhausted.set(exhaustion(key, window), true, window.end * 1000);
        return answer(false, 0);
      }
    },

    giveBack: async (key, takenAt) => {
      const window = windowAt(key.plan, takenAt);
      once ??= sendingOnce(client);
      try {
        await once.send(new UpdateItemCommand(returnSlot(itemOf(tableName, key.hash, window))));
      } finally {
        // Also when the answer is lost: the slot may be there, and DynamoDB knows.
        returns += 1;
        exhausted.delete(exhaustion(key, window));
      }
    },

    read: async (key, now) => {
      const { plan } = key;
      const window = windowAt(plan, now);
      const { Item } = await client.send(
        new GetItemCommand({ ...itemOf(tableName, key.hash, window), ConsistentRead: true }),
      );
      return {
        plan,
        remaining: Math.max(0, plan.limit - Number(Item?.used?.N ?? 0)),
        resetsInSeconds: window.resetsInSeconds,
      };
    },
  };
};
