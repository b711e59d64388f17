import { type DynamoDBClient, paginateQuery } from '@aws-sdk/client-dynamodb';
import {
  counterOf,
  slotAt,
  spanStart,
  spanUsage,
  usageAttributes,
} from '../../quota/quota-item.ts';
import type { QuotaHolder } from '../../quota/window.ts';
import { hourSeconds } from '../../units/time.ts';
import { type HourRange, invalidRange } from './asked-range.ts';

export interface KeyUsage {
  /** Slots used, for each hour of the range. */
  readonly hours: number[];
  /** The start of the last unit used in the range, in seconds since the epoch. */
  lastUsed?: number;
  /** Slots used in the current window of the account's plan. */
  windowUsed: number;
}

/**
 * In pages of 1 MB. Three hold the items of ten keys used in every minute of 32 days. The time-outs of ten end
 * before the function's.
 */
const mostPages = 10;

/**
 * Reads the usage of an account's keys by one paged, eventually consistent Query. It starts at 00:00 UTC of the
 * first day, since spans may be as long as a day.
 *
 * @param now - milliseconds since the epoch.
 * @returns By key id.
 * @throws {HttpError} 422 for a range with too many items. DynamoDB's error.
 */
export const readUsage = async (
  client: DynamoDBClient,
  quotaTable: string,
  account: Omit<QuotaHolder, 'keyId'>,
  { from, to }: HourRange,
  now: number,
): Promise<ReadonlyMap<string, KeyUsage>> => {
  const { Key: current, windowCounter } = slotAt(account, now);
  const attributes = new Set([...usageAttributes, windowCounter]);
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
  let pages = 0;
  for await (const { Items = [], LastEvaluatedKey } of paginateQuery({ client }, query)) {
    pages += 1;
    if (pages === mostPages && LastEvaluatedKey)
      throw invalidRange('from', null, 'must be later: the range contains too much data');
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
      if (window === current.span.S) key.windowUsed = counterOf(item, windowCounter);
    }
  }
  return usage;
};
