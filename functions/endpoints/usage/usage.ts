import { type DynamoDBClient, paginateQuery } from '@aws-sdk/client-dynamodb';
import { counterOf, slotAt, spanStart, spanUsage, usageAttributes } from '../../quota/item.ts';
import { hourSeconds, type Plan, type QuotaHolder, windowAt } from '../../quota/window.ts';

/** The response of `GET /account/usage`. Times are UTC's; numbers are accepted calls, the newest first. */
export type UsageView = Readonly<ReturnType<typeof usageView>>;

const shownHours = 24;
const shownDays = 30;

/**
 * The shown days, of which the last is today: the shown hours are among theirs.
 *
 * @param now - milliseconds since the epoch.
 */
export const shownRange = (now: number): HourRange => {
  const to = Math.floor(now / 1000 / hourSeconds) + 1;
  const today = to - 1 - ((to - 1) % 24);
  return { from: today - 24 * (shownDays - 1), to };
};

/** A UTC hour in ISO 8601. */
const isoHour = (hour: number): string => new Date(hour * hourSeconds * 1000).toISOString();

/**
 * @param account - with the ids of its keys.
 * @param usage - of the shown days, by key id, including dropped keys.
 * @param now - milliseconds since the epoch.
 */
export const usageView = (
  { plan, keyIds }: { readonly plan: Plan; readonly keyIds: readonly string[] },
  usage: ReadonlyMap<string, KeyUsage>,
  now: number,
) => {
  const { from, to } = shownRange(now);
  /** The counts of some keys together, hour by hour. */
  const calls = (keys: readonly KeyUsage[]) => {
    const count = (hour: number) => keys.reduce((sum, key) => sum + (key.hours[hour] ?? 0), 0);
    const counts = Array.from({ length: to - from }, (_, hour) => count(hour));
    const days = Array.from({ length: shownDays }, (_, day) =>
      counts.slice(24 * day, 24 * day + 24).reduce((sum, count) => sum + count, 0),
    );
    return { hours: counts.slice(-shownHours).reverse(), days: days.reverse() };
  };
  return {
    /** The starts of the shown hours. */
    hours: Array.from({ length: shownHours }, (_, index) => isoHour(to - 1 - index)),
    /** The shown days, as `2026-11-22`. */
    days: Array.from({ length: shownDays }, (_, index) =>
      isoHour(to - 1 - 24 * index).slice(0, 10),
    ),
    /** When the windows of all keys end, in seconds. */
    resets_in_seconds: windowAt(plan, now).resetsInSeconds,
    /** Of all keys, also those that the account has dropped. */
    account: calls([...usage.values()]),
    keys: keyIds.map((id) => {
      const key = usage.get(id);
      return {
        id,
        ...calls(key ? [key] : []),
        /** The start of the last window, or of the last hour of a longer one, in which it was used. */
        last_used_at:
          key?.lastUsed === undefined ? null : new Date(key.lastUsed * 1000).toISOString(),
        /** What is left of its window. */
        remaining: Math.max(0, plan.limit - (key?.windowUsed ?? 0)),
      };
    }),
  };
};

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
