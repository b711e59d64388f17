import { type DynamoDBClient, paginateQuery } from '@aws-sdk/client-dynamodb';
import { counterOf, slotAt, spanStart, spanUsage, usageAttributes } from '../../quota/item.ts';
import { hourSeconds, type QuotaHolder } from '../../quota/window.ts';

/** Consecutive hours, numbered since the epoch in UTC. */
export interface HourRange {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

export interface KeyUsage {
  /** Slots used, for each hour of the range. */
  readonly hours: number[];
  /** The start of the last unit used in the range, in seconds since the epoch. */
  lastUsed?: number;
  /** Slots used in the current window of the account's plan. */
  windowUsed: number;
}

/**
 * Reads the usage of an account's keys by one eventually consistent Query, in pages of 1 MB: three hold the items of ten
 * keys used in every minute of a month. It starts at 00:00 UTC of the first day, since spans may be as long as a day.
 *
 * @param now - milliseconds since the epoch.
 * @returns By key id.
 * @throws DynamoDB's error.
 */
export const readUsage = async (
  client: DynamoDBClient,
  quotaTable: string,
  account: Omit<QuotaHolder, 'keyId'>,
  { from, to }: HourRange,
  now: number,
): Promise<ReadonlyMap<string, KeyUsage>> => {
  const { Key: current, total } = slotAt(account, now);
  const attributes = new Set([...usageAttributes, total]);
  const names = Object.fromEntries([...attributes].map((name, index) => [`#${index}`, name]));
  const query = {
    TableName: quotaTable,
    KeyConditionExpression: 'holder = :holder AND span BETWEEN :first AND :end',
    ProjectionExpression: Object.keys(names).join(', '),
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: {
      ':holder': current.holder,
      ':first': { S: spanStart((from - (from % 24)) * hourSeconds) },
      // Without a window length, it sorts before the spans that begin then.
      ':end': { S: spanStart(to * hourSeconds) },
    },
  };
  const usage = new Map<string, KeyUsage>();
  for await (const { Items = [] } of paginateQuery({ client }, query)) {
    for (const item of Items) {
      const { keyId, window, hours } = spanUsage(item);
      const key = usage.get(keyId) ?? {
        hours: new Array<number>(to - from).fill(0),
        windowUsed: 0,
      };
      usage.set(keyId, key);
      for (const { start, used, lastUsed } of hours) {
        const index = start / hourSeconds - from;
        if (used === 0 || !(index in key.hours)) continue;
        key.hours[index] = (key.hours[index] as number) + used;
        key.lastUsed = Math.max(lastUsed, key.lastUsed ?? 0);
      }
      if (window === current.span.S) key.windowUsed = counterOf(item, total);
    }
  }
  return usage;
};
