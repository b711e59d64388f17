/** The DynamoDB tables, as the stack deploys them and as the local server creates them. */
import type { Stage } from './stages.ts';

/** One table: everything that must be the same in AWS and on a laptop. */
export interface Table {
  /** The construct's id in the template. */
  readonly id: string;
  /** The partition key, a string. */
  readonly partitionKey: string;
  /** The sort key, a string. Absent: an item is found by its partition key alone. */
  readonly sortKey?: string;
  /** The attribute by which DynamoDB expires items, in seconds since the epoch. Absent: items stay. */
  readonly timeToLive?: string;
  /** Its name, where programs that nobody tells it must know it. Absent: who creates the table names it. */
  readonly name?: string;
  /** Whether what is lost with the table can't be had again. */
  readonly irreplaceable: boolean;
}

/** The slots used: see `functions/quota/quota-item.ts`. */
export const quotaTable: Table = {
  id: 'QuotaTable',
  partitionKey: 'holder',
  sortKey: 'span',
  timeToLive: 'expires_at',
  irreplaceable: false,
};

/**
 * The name of a stage's account table, the same in AWS and on a laptop. It is fixed, so that the operator's
 * tool needs nothing but DynamoDB to find the table, and so that a deployment which would replace the
 * table fails instead.
 */
export const accountTableName = (stage: string): string => `amplify-${stage}-accounts`;

/** One item per account of a stage: the only record of the account and its keys. */
export const accountTable = (stage: string): Table => ({
  id: 'AccountTable',
  partitionKey: 'id',
  name: accountTableName(stage),
  irreplaceable: true,
});

/** The tables that a stage has. */
export const tablesOf = ({ name, keys }: Stage): readonly Table[] =>
  keys.policy === 'issued' ? [quotaTable, accountTable(name)] : [quotaTable];
