/**
 * The quota in DynamoDB.
 *
 * Taking and returning a slot are one conditional update each. Whatever is lost on the wire, a request passes only if
 * its own update was applied, and only a request whose update was confirmed returns its slot, once. So the slots used
 * are never fewer than the requests that passed and did not fail, and never more than the limit. If an update was not
 * confirmed, it may have been applied: then its slot stays used until the window ends.
 */
import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { withoutRetries } from '../aws/dynamodb.ts';
import { unexpectedResponse } from '../faults/fault.ts';
import { readCounter, returnSlotInput, slotAt, takeSlotInput } from './item.ts';
import { createTtlCache } from './memory.ts';
import { type Quota, type QuotaHolder, windowAt } from './window.ts';

/** How many exhausted windows are remembered, each in about 150 bytes. */
const exhaustedWindows = 10_000;

/** The name of an exhausted window, with the limit: a key that moves to a larger plan has slots again. */
const exhaustionKey = ({ holder, keyId, plan }: QuotaHolder, end: number): string =>
  `${holder}#${keyId}#${end}#${plan.windowSeconds}#${plan.limit}`;

export type QuotaStore = ReturnType<typeof createQuotaStore>;

/**
 * Creates the quota's store. It remembers exhausted windows, so a process needs only one. Each function may reject with
 * DynamoDB's error.
 *
 * @example
 * const store = createQuotaStore(client, 'amplify-quota');
 * const plan = { name: 'demo', limit: 30, windowSeconds: 60 };
 * const { granted, quota } = await store.take({ holder: keyHash('my-key'), plan }, Date.now());
 * // true, { plan, remaining: 29, resetsInSeconds: 41 }
 */
export const createQuotaStore = (client: DynamoDBClient, tableName: string) => {
  const exhausted = createTtlCache<true>(exhaustedWindows);
  /** How many slots this process has returned. A return during an update makes the update's refusal outdated. */
  let returns = 0;
  let singleAttempt: DynamoDBClient | undefined;

  return {
    /**
     * Takes a slot. `granted` is false if DynamoDB refused this update, or an earlier one of this process for the same
     * window. If DynamoDB's response is late or lost, the SDK repeats the update, which may use two slots.
     */
    take: async (holder: QuotaHolder, now: number) => {
      const { plan } = holder;
      const { end, resetsInSeconds } = windowAt(plan, now);
      const answer = (granted: boolean, remaining: number) => {
        const quota: Quota = { plan, remaining, resetsInSeconds };
        return { granted, quota };
      };
      if (exhausted.get(exhaustionKey(holder, end), now)) return answer(false, 0);
      const returnsBefore = returns;
      const slot = slotAt(holder, now);
      try {
        const update = new UpdateItemCommand(takeSlotInput(tableName, slot, plan.limit));
        const { Attributes } = await client.send(update);
        const used = readCounter(Attributes, slot.total);
        if (used < 1) throw unexpectedResponse('NO_COUNTER');
        return answer(true, plan.limit - used);
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        if (returns === returnsBefore) exhausted.set(exhaustionKey(holder, end), true, end * 1000);
        return answer(false, 0);
      }
    },

    /** Returns a slot, without retries: applied twice, it would let an extra request pass. */
    release: async (holder: QuotaHolder, takenAt: number): Promise<void> => {
      singleAttempt ??= withoutRetries(client);
      try {
        const update = returnSlotInput(tableName, slotAt(holder, takenAt));
        await singleAttempt.send(new UpdateItemCommand(update));
      } finally {
        // This is also done if the response is lost, since the slot may have been returned.
        returns += 1;
        exhausted.delete(exhaustionKey(holder, windowAt(holder.plan, takenAt).end));
      }
    },

    /** Reads the quota without changing it. */
    read: async (holder: QuotaHolder, now: number): Promise<Quota> => {
      const { plan } = holder;
      const { Key, total } = slotAt(holder, now);
      const { Item } = await client.send(
        new GetItemCommand({
          TableName: tableName,
          Key,
          ProjectionExpression: '#total',
          ExpressionAttributeNames: { '#total': total },
          ConsistentRead: true,
        }),
      );
      return {
        plan,
        remaining: Math.max(0, plan.limit - readCounter(Item, total)),
        resetsInSeconds: windowAt(plan, now).resetsInSeconds,
      };
    },
  };
};
