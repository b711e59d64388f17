/** The quota windows of a key, as the usage of it is read from them. */
import {
  type AttributeValue,
  type DynamoDBClient,
  paginateQuery,
  type QueryCommandInput,
} from '@aws-sdk/client-dynamodb';

/** A window, and how many of its slots are used: those of the accepted calls. */
export interface UsedWindow {
  /** Its name, by which windows sort by time: see `windowName`. */
  readonly name: string;
  /** Its start, in seconds since the epoch. */
  readonly start: number;
  readonly used: number;
}

/** Which windows to read, and how. */
export interface WindowQuery {
  readonly table: string;
  /** The key's SHA-256 in hexadecimal. */
  readonly hash: string;
  /** Only windows that start at this moment or later, in seconds since the epoch. */
  readonly from?: number;
  /** Whether to begin with the last window, rather than with the first. */
  readonly newestFirst?: boolean;
  /** How many windows a page has, at most. If not said, as many as DynamoDB reads at once (1 MB). */
  readonly pageSize?: number;
}

/**
 * Reads a key's windows, page by page, as they are now: what was taken a moment ago is there.
 *
 * @throws DynamoDB's error, or the signal's reason.
 */
export async function* usedWindows(
  client: DynamoDBClient,
  { table, hash, from = 0, newestFirst = false, pageSize }: WindowQuery,
  abortSignal: AbortSignal,
): AsyncGenerator<readonly UsedWindow[]> {
  const query: QueryCommandInput = {
    TableName: table,
    KeyConditionExpression: 'key_hash = :hash AND quota_window >= :from',
    ExpressionAttributeValues: {
      ':hash': { S: hash },
      ':from': { S: String(from).padStart(10, '0') },
    },
    ProjectionExpression: 'quota_window, used',
    ScanIndexForward: !newestFirst,
    ConsistentRead: true,
  };
  const paging = { client, ...(pageSize && { pageSize }) };
  for await (const { Items = [] } of paginateQuery(paging, query, { abortSignal })) {
    yield Items.map(windowOf);
  }
}

const windowOf = ({ quota_window, used }: Record<string, AttributeValue>): UsedWindow => {
  const name = quota_window?.S ?? '';
  return { name, start: Number.parseInt(name, 10), used: Number(used?.N) };
};
