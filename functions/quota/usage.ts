/** The usage of an account's keys, read from the items that count their slots: see `item.ts`. */
import { type AttributeValue, type DynamoDBClient, paginateQuery } from '@aws-sdk/client-dynamodb';
import { readCounter, slotAt, spanStart } from './item.ts';
import { hourSeconds, type QuotaHolder } from './window.ts';

/** Consecutive hours, numbered since the epoch in UTC. */
export interface HourRange {
  /** The first hour of a day, since spans may be as long as a day. */
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

/** The sum of each day's hours. The first hour begins a day; the last day may be unfinished. */
export const dailySums = (hours: readonly number[]): number[] =>
  Array.from({ length: Math.ceil(hours.length / 24) }, (_, day) =>
    hours.slice(24 * day, 24 * day + 24).reduce((sum, used) => sum + used, 0),
  );

/** The attributes that are read of an item: not the up to 60 counters of windows within an hour. */
const attributes = [
  'span',
  'used',
  'last_unit',
  ...Array.from({ length: 24 }, (_, hour) => `h${hour}`),
];

/**
 * Reads the usage of an account's keys by one eventually consistent Query, in pages of 1 MB. Ten keys that are used in
 * every minute of a month have three pages.
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
  const projected = new Set([...attributes, total]);
  const names = Object.fromEntries([...projected].map((name, index) => [`#${index}`, name]));
  const query = {
    TableName: quotaTable,
    KeyConditionExpression: 'holder = :holder AND span BETWEEN :first AND :end',
    ProjectionExpression: Object.keys(names).join(', '),
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: {
      ':holder': current.holder,
      ':first': { S: spanStart(from * hourSeconds) },
      // This has no window length, so it sorts before the spans that begin at its time.
      ':end': { S: spanStart(to * hourSeconds) },
    },
  };
  const usage = new Map<string, KeyUsage>();
  for await (const { Items = [] } of paginateQuery({ client }, query)) {
    for (const item of Items) {
      const [begin, length, keyId = ''] = (item.span?.S ?? '').split('#');
      const key = usage.get(keyId) ?? {
        hours: new Array<number>(to - from).fill(0),
        windowUsed: 0,
      };
      usage.set(keyId, key);
      for (const { start, used, lastUsed } of usedHours(item, Number(begin), Number(length))) {
        const index = start / hourSeconds - from;
        const before = key.hours[index];
        if (used === 0 || before === undefined) continue;
        key.hours[index] = before + used;
        key.lastUsed = Math.max(lastUsed, key.lastUsed ?? 0);
      }
      if (`${begin}#${length}` === current.span.S) key.windowUsed = readCounter(item, total);
    }
  }
  return usage;
};

/** The slots used in each hour of an item's span, with the starts of the hour and of its last unit, in seconds. */
const usedHours = (
  item: Readonly<Record<string, AttributeValue>>,
  start: number,
  windowSeconds: number,
) => {
  if (windowSeconds <= hourSeconds) {
    const lastUsed = start + readCounter(item, 'last_unit') * windowSeconds;
    return [{ start, used: readCounter(item, 'used'), lastUsed }];
  }
  const counters = Object.keys(item).filter((name) => /^h\d+$/.test(name));
  return counters.map((name) => {
    const hour = start + Number(name.slice(1)) * hourSeconds;
    return { start: hour, used: readCounter(item, name), lastUsed: hour };
  });
};
