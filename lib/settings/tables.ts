/** The DynamoDB tables, in AWS and on the local server. */
import type { Stage } from './stages.ts';

/** A table. Its keys are strings. */
export interface Table {
  /** The construct's id. */
  readonly id: string;
  readonly partitionKey: string;
  readonly sortKey?: string;
  /** The attribute with an item's expiry, in seconds since the epoch. Default: items don't expire. */
  readonly timeToLive?: string;
  /** A fixed name. Default: generated. */
  readonly name?: string;
  /** Whether its data can't be restored from elsewhere. */
  readonly irreplaceable: boolean;
}

/** See `functions/quota/quota-item.ts`. */
export const quotaTable: Table = {
  id: 'QuotaTable',
  partitionKey: 'holder',
  sortKey: 'span',
  timeToLive: 'expires_at',
  irreplaceable: false,
};

/**
 * A fixed name, so that the operator's tool finds the table, and so that a deployment that would replace the table
 * fails.
 */
export const accountTableName = (stage: string): string => `amplify-${stage}-accounts`;

/** One item per account, the only record of the account and its keys. */
export const accountTable = (stage: string): Table => ({
  id: 'AccountTable',
  partitionKey: 'id',
  name: accountTableName(stage),
  irreplaceable: true,
});

export const tablesOf = ({ name, keys }: Stage): readonly Table[] =>
  keys.policy === 'issued' ? [quotaTable, accountTable(name)] : [quotaTable];
