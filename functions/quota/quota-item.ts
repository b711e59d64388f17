/**
 * The items of the quota table. Each counts the slots that a key used in a *span*, the longer of its
 * plan's window and an hour, and is the only record of quota and usage alike:
 *
 * | attribute | |
 * | --- | --- |
 * | `holder` | partition key: the account, or on stages without accounts the key's SHA-256 |
 * | `span` | sort key: the span's start in ten digits, the window's length and the key's id, as in `1767268800#60#3fK9mQ2xB7d-0a1b2c3d`; start and length in seconds |
 * | `0`, … `9`, `A`, … `x` | windows of up to an hour: the slots used in each window of the span, which is named by its number to base 62 |
 * | `h0`, `h1`, … | longer windows: the slots used in each hour of the span |
 * | `used` | the slots used in the span: the sum of the counters above |
 * | `last_unit` | the number of the counter to which a slot was added last, for the last use of windows within an hour |
 * | `expires_at` | when DynamoDB may delete the item, in seconds since the epoch |
 *
 * One Query thus reads what all keys of an account used in a time, in order. Short names keep an item with
 * 60 counters at 330 bytes: an update of up to 1 KB is one write unit, and a Query reads 8 KB for one read unit.
 */
import type { AttributeValue, UpdateItemCommandInput } from '@aws-sdk/client-dynamodb';
import type { QuotaHolder } from './window.ts';

/** The shortest span and the longest unit, in seconds. */
export const hourSeconds = 3_600;

/** How long usage is kept after its span, in days. */
export const keptDays = 32;

/** The key of an item. */
export const quotaKey = (holder: string, span: string) => ({
  holder: { S: holder },
  span: { S: span },
});

/** Where a slot is counted. */
export interface Slot {
  readonly Key: ReturnType<typeof quotaKey>;
  /** The number of its unit in the span. */
  readonly unit: number;
  /** The attribute that counts its unit. */
  readonly unitCounter: string;
  /** The attribute that counts its window: the unit's, or for windows longer than an hour `used`. */
  readonly windowCounter: string;
  /** When its item expires, in seconds since the epoch. */
  readonly expiresAt: number;
}

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A span's start in the sort key: ten digits, so that spans sort by time. */
export const spanStart = (seconds: number): string => String(seconds).padStart(10, '0');

/** Where a key's slots are counted at the moment `now`, in milliseconds since the epoch. */
export const slotAt = ({ partition, keyId, plan }: QuotaHolder, now: number): Slot => {
  const { windowSeconds } = plan;
  const isLong = windowSeconds > hourSeconds;
  const spanSeconds = isLong ? windowSeconds : hourSeconds;
  const seconds = Math.floor(now / 1000);
  const start = seconds - (seconds % spanSeconds);
  const unit = Math.floor((seconds - start) / (isLong ? hourSeconds : windowSeconds));
  // More than 62 windows an hour exist only on a laptop.
  const unitCounter = isLong ? `h${unit}` : (digits[unit] ?? String(unit));
  // Only stages with accounts, where keys have ids, show usage.
  const kept = keyId === undefined ? hourSeconds : keptDays * 86_400;
  return {
    Key: quotaKey(
      partition,
      `${spanStart(start)}#${windowSeconds}${keyId === undefined ? '' : `#${keyId}`}`,
    ),
    unit,
    unitCounter,
    windowCounter: isLong ? 'used' : unitCounter,
    expiresAt: start + spanSeconds + kept,
  };
};

/** Takes a slot if the window has one left, and returns the counters. */
export const takeSlot = (
  TableName: string,
  { Key, unit, unitCounter, windowCounter, expiresAt }: Slot,
  limit: number,
): UpdateItemCommandInput => {
  const counter = windowCounter === unitCounter ? '#unit' : windowCounter;
  return {
    TableName,
    Key,
    UpdateExpression: 'ADD #unit :one, used :one SET last_unit = :unit, expires_at = :expiry',
    ConditionExpression: `attribute_not_exists(${counter}) OR ${counter} < :limit`,
    ExpressionAttributeNames: { '#unit': unitCounter },
    ExpressionAttributeValues: {
      ':one': { N: '1' },
      ':unit': { N: String(unit) },
      ':expiry': { N: String(expiresAt) },
      ':limit': { N: String(limit) },
    },
    ReturnValues: 'UPDATED_NEW',
  };
};

/** Returns a slot if its unit has a used one. */
export const returnSlot = (
  TableName: string,
  { Key, unitCounter }: Slot,
): UpdateItemCommandInput => ({
  TableName,
  Key,
  UpdateExpression: 'ADD #unit :minus_one, used :minus_one',
  ConditionExpression: '#unit > :zero',
  ExpressionAttributeNames: { '#unit': unitCounter },
  ExpressionAttributeValues: { ':minus_one': { N: '-1' }, ':zero': { N: '0' } },
});

/** The usage that an item holds. */
export interface SpanUsage {
  readonly keyId: string;
  /** The start and length of its windows, as in the sort key of a slot without a key's id. */
  readonly window: string;
  readonly hours: readonly HourUsage[];
}

/** The usage of a key in an hour. Times are in seconds since the epoch. */
export interface HourUsage {
  readonly start: number;
  readonly used: number;
  /** The start of the unit in which a slot was taken last. */
  readonly lastUsed: number;
}

/** The attributes that {@link spanUsage} reads. It needs none of the up to 60 counters within an hour. */
export const usageAttributes = [
  'span',
  'used',
  'last_unit',
  ...Array.from({ length: 24 }, (_, hour) => `h${hour}`),
];

/** Reads an item of a stage with accounts. */
export const spanUsage = (item: Readonly<Record<string, AttributeValue>>): SpanUsage => {
  const [start, windowSeconds, keyId = ''] = String(item.span?.S).split('#');
  const [begin, seconds] = [Number(start), Number(windowSeconds)];
  const hours =
    seconds > hourSeconds
      ? Object.entries(item)
          .filter(([name]) => /^h\d+$/.test(name))
          .map(([name, { N }]) => {
            const start = begin + Number(name.slice(1)) * hourSeconds;
            return { start, used: Number(N), lastUsed: start };
          })
      : [
          {
            start: begin,
            used: Number(item.used?.N),
            lastUsed: begin + Number(item.last_unit?.N) * seconds,
          },
        ];
  return { keyId, window: `${start}#${windowSeconds}`, hours };
};
