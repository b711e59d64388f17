/**
 * The items of the quota table. Each counts the slots that a key used in a *span*, the longer of its plan's
 * window and an hour. They are the only record of both quota and usage.
 *
 * | attribute | |
 * | --- | --- |
 * | `holder` | partition key: the account or, on stages without accounts, the key's SHA-256 |
 * | `span` | sort key: span start in ten digits, window length and key id, as in `1767268800#60#3fK9mQ2xB7d-0a1b2c3d`; in seconds |
 * | `0`, … `9`, `A`, … `x` | windows of up to an hour: slots used in each window of the span, by its number in base 62 |
 * | `h0`, `h1`, … | longer windows: slots used in each hour of the span |
 * | `used` | slots used in the span: the sum of the counters above |
 * | `last_unit` | the number of the counter that was incremented last |
 * | `expires_at` | when DynamoDB may delete the item, in seconds since the epoch |
 *
 * So one Query returns the usage of all keys of an account over time, in order. Short names keep an item with
 * 60 counters at 330 bytes: an update of up to 1 KB is one write unit, a Query of 8 KB one read unit.
 */
import type { AttributeValue, UpdateItemCommandInput } from '@aws-sdk/client-dynamodb';
import { Fault } from '../faults/fault.ts';
import { base62Digits } from '../numbers/numbers.ts';
import { daySeconds, hourSeconds, type QuotaHolder } from './window.ts';

type Item = Readonly<Record<string, AttributeValue>>;

/** How long usage is kept after its span, in days. */
export const keptDays = 32;

/** Ten digits, so that spans sort by time. */
export const spanStart = (seconds: number): string => String(seconds).padStart(10, '0');

type Slot = Readonly<ReturnType<typeof slotAt>>;

/**
 * Where a slot is counted.
 *
 * @param now - milliseconds since the epoch.
 */
export const slotAt = ({ holder, keyId, plan }: QuotaHolder, now: number) => {
  const { windowSeconds } = plan;
  const spanSeconds = Math.max(windowSeconds, hourSeconds);
  const seconds = Math.floor(now / 1000);
  const start = seconds - (seconds % spanSeconds);
  const unit = Math.floor((seconds - start) / Math.min(windowSeconds, hourSeconds));
  const counter =
    // Only local servers have more than 62 windows an hour.
    spanSeconds > hourSeconds ? `h${unit}` : (base62Digits[unit] ?? String(unit));
  // Usage is shown only on stages with accounts, where keys have ids.
  const kept = keyId === undefined ? hourSeconds : keptDays * daySeconds;
  return {
    Key: {
      holder: { S: holder },
      span: { S: `${spanStart(start)}#${windowSeconds}${keyId === undefined ? '' : `#${keyId}`}` },
    },
    /** The counter's number in the span: that of the window or, for a window longer than an hour, of the hour. */
    unit,
    counter,
    /** The attribute with the window's slots. */
    total: spanSeconds > hourSeconds ? 'used' : counter,
    /** In seconds since the epoch. */
    expiresAt: start + spanSeconds + kept,
  };
};

/** The update that takes a slot, if the window has one left. */
export const takeSlotInput = (
  TableName: string,
  { Key, unit, counter, total, expiresAt }: Slot,
  limit: number,
): UpdateItemCommandInput => {
  const limited = total === counter ? '#counter' : total;
  return {
    TableName,
    Key,
    UpdateExpression: 'ADD #counter :one, used :one SET last_unit = :unit, expires_at = :expiry',
    ConditionExpression: `attribute_not_exists(${limited}) OR ${limited} < :limit`,
    ExpressionAttributeNames: { '#counter': counter },
    ExpressionAttributeValues: {
      ':one': { N: '1' },
      ':unit': { N: String(unit) },
      ':expiry': { N: String(expiresAt) },
      ':limit': { N: String(limit) },
    },
    ReturnValues: 'UPDATED_NEW',
  };
};

/** The update that returns a slot, if the counter has a used one. */
export const returnSlotInput = (
  TableName: string,
  { Key, counter }: Slot,
): UpdateItemCommandInput => ({
  TableName,
  Key,
  UpdateExpression: 'ADD #counter :minus_one, used :minus_one',
  ConditionExpression: '#counter > :zero',
  ExpressionAttributeNames: { '#counter': counter },
  ExpressionAttributeValues: { ':minus_one': { N: '-1' }, ':zero': { N: '0' } },
});

/**
 * A counter of an item, 0 if it is absent.
 *
 * @throws {Fault} `DAMAGED_COUNTER` if it is not a whole number.
 */
export const readCounter = (item: Item | undefined, name: string): number => {
  const attribute = item?.[name];
  if (!attribute) return 0;
  const count = Number(attribute.N ?? Number.NaN);
  if (Number.isSafeInteger(count) && count >= 0) return count;
  throw new Fault('DAMAGED_COUNTER');
};
