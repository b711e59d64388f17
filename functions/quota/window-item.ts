/** The items of the quota table, one for each key and window, and the two updates of them. */
import type { UpdateItemCommandInput } from '@aws-sdk/client-dynamodb';
import type { QuotaWindow } from './window.ts';

/** Where an item is. */
export type ItemAddress = Pick<UpdateItemCommandInput, 'TableName' | 'Key'>;

/**
 * A window's name: its start in ten digits and its length, both in seconds, as in `1767268800#60`.
 * Names sort by time, and a plan whose windows get another length shares none with the old ones.
 */
export const windowName = ({ start, end }: QuotaWindow): string =>
  `${String(start).padStart(10, '0')}#${end - start}`;

/** Finds the item of a key's window. */
export const itemOf = (TableName: string, keyHash: string, window: QuotaWindow): ItemAddress => ({
  TableName,
  Key: { key_hash: { S: keyHash }, quota_window: { S: windowName(window) } },
});

/**
 * Takes a slot, on the condition that one is left, and answers with the number of those used.
 *
 * @param keepSeconds How long the item is kept after its window has ended.
 */
export const takeSlot = (
  item: ItemAddress,
  limit: number,
  { end }: QuotaWindow,
  keepSeconds: number,
): UpdateItemCommandInput => ({
  ...item,
  UpdateExpression: 'ADD used :one SET expires_at = :expiry',
  ConditionExpression: 'attribute_not_exists(used) OR used < :limit',
  ExpressionAttributeValues: {
    ':one': { N: '1' },
    ':expiry': { N: String(end + keepSeconds) },
    ':limit': { N: String(limit) },
  },
  ReturnValues: 'UPDATED_NEW',
});

/** Returns a slot, on the condition that one is used. */
export const returnSlot = (item: ItemAddress): UpdateItemCommandInput => ({
  ...item,
  UpdateExpression: 'ADD used :minus_one',
  ConditionExpression: 'used > :zero',
  ExpressionAttributeValues: { ':minus_one': { N: '-1' }, ':zero': { N: '0' } },
});
