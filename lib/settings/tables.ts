/** The DynamoDB tables, in AWS and on the local server. */
import type { Stage } from './stages.ts';

/** A table. Its keys are strings. */
export interface Table {
  readonly id: string;
  /**
   * A fixed name, so that the operator's tool finds the table, and so that a deployment that would replace the table
   * fails.
   */
  readonly name: string;
  readonly partitionKey: string;
  readonly sortKey?: string;
  /** The attribute with an item's expiry, in seconds since the epoch. Default: items don't expire. */
  readonly timeToLive?: string;
  /** Whether its data can't be restored from elsewhere. */
  readonly irreplaceable: boolean;
}

export const quotaTableName = (stage: string): string => `amplify-${stage}-quota`;

/** See `functions/quota/item.ts`. */
export const quotaTable = (stage: string): Table => ({
  id: 'QuotaTable',
  name: quotaTableName(stage),
  partitionKey: 'holder',
  sortKey: 'span',
  timeToLive: 'expires_at',
  irreplaceable: false,
});

export const accountTableName = (stage: string): string => `amplify-${stage}-accounts`;

/** One item per account, the only record of the account and its keys. */
export const accountTable = (stage: string): Table => ({
  id: 'AccountTable',
  name: accountTableName(stage),
  partitionKey: 'id',
  irreplaceable: true,
});

export const stageTables = ({ name, keys }: Stage): readonly Table[] =>
  keys.policy === 'issued' ? [quotaTable(name), accountTable(name)] : [quotaTable(name)];
