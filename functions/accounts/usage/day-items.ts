/**
 * The sums of an account's usage, as items of the account table: one for each UTC day, and in it for each
 * key the calls of the day's quarter-hours, from the first on, as far as they were summed. Quarter-hours
 * are summed once nothing changes any more of them. So whoever sums them gets the same, and of two who
 * write at the same time, neither harms the other.
 */
import {
  type AttributeValue,
  type DynamoDBClient,
  paginateQuery,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { dateOf, dayOf, type Span } from './quarter-hours.ts';

/** How long sums stay after their day, in days: longer than they are shown. */
const daysKept = 40;

/** How many keys one update writes: its expression may have 4 KB and 300 operators. */
const keysOfUpdate = 100;

/** The sums of one UTC day: for a key's id, the calls of its first quarter-hours. */
export type DaySums = ReadonlyMap<string, readonly number[]>;

/** The sums of several days, by the day: see `dayOf`. */
export type KeptSums = ReadonlyMap<number, DaySums>;

const itemName = (day: number): string => `day#${dateOf(day)}`;

/** Reads the sums that are kept of a range of quarter-hours. */
export const readSums = async (
  client: DynamoDBClient,
  quotaTable: string,
  account: string,
  { from, to }: Span,
): Promise<KeptSums> => {
  const pages = paginateQuery(
    { client },
    {
      TableName: quotaTable,
      KeyConditionExpression: 'key_hash = :account AND #item BETWEEN :first AND :last',
      ExpressionAttributeNames: { '#item': 'quota_window' },
      ExpressionAttributeValues: {
        ':account': { S: account },
        ':first': { S: itemName(dayOf(from)) },
        ':last': { S: itemName(dayOf(to - 1)) },
      },
      ConsistentRead: true,
    },
  );
  const kept = new Map<number, DaySums>();
  for await (const { Items = [] } of pages) {
    for (const item of Items) kept.set(...daySums(item));
  }
  return kept;
};

const daySums = ({
  key_hash,
  quota_window: item,
  expires_at,
  ...keys
}: Record<string, AttributeValue>): [number, DaySums] => [
  Date.parse(String(item?.S?.slice('day#'.length))) / 86_400_000,
  new Map(Object.entries(keys).map(([id, { S }]) => [id, JSON.parse(String(S))])),
];

/** Keeps the sums of a day, beside those of other keys. */
export const keepSums = async (
  client: DynamoDBClient,
  quotaTable: string,
  account: string,
  day: number,
  sums: DaySums,
): Promise<void> => {
  const entries = [...sums];
  for (let first = 0; first < entries.length; first += keysOfUpdate) {
    const some = entries.slice(first, first + keysOfUpdate);
    const assignments = some.map((_, index) => `#${index} = :${index}`);
    const values = some.map(([, counts], index) => [`:${index}`, { S: JSON.stringify(counts) }]);
    await client.send(
      new UpdateItemCommand({
        TableName: quotaTable,
        Key: { key_hash: { S: account }, quota_window: { S: itemName(day) } },
        UpdateExpression: `SET expires_at = :end, ${assignments.join(', ')}`,
        ExpressionAttributeNames: Object.fromEntries(some.map(([id], index) => [`#${index}`, id])),
        ExpressionAttributeValues: {
          ':end': { N: String((day + 1 + daysKept) * 86_400) },
          ...Object.fromEntries(values),
        },
      }),
    );
  }
};
