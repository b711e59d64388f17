/** The quota windows of a key, as the usage of it is read from them. */
import {
  type AttributeValue,
  type DynamoDBClient,
  QueryCommand,
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
  /** How many windows a page has, at most. */
  readonly pageSize: number;
}

/**
 * Reads a key's windows, page by page, as they are now: what was taken a moment ago is there.
 *
 * @param inTime Once it is aborted no further page is read.
 * @throws DynamoDB's error, or the signal's reason.
 */
export async function* usedWindows(
  client: DynamoDBClient,
  { table, hash, from = 0, newestFirst = false, pageSize }: WindowQuery,
  inTime: AbortSignal,
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
    Limit: pageSize,
  };
  let last: QueryCommandInput['ExclusiveStartKey'];
  do {
    inTime.throwIfAborted();
    const { Items = [], LastEvaluatedKey } = await client.send(
      new QueryCommand({ ...query, ...(last && { ExclusiveStartKey: last }) }),
    );
    yield Items.map(windowOf);
    last = LastEvaluatedKey;
  } while (last);
}

const windowOf = ({ quota_window, used }: Record<string, AttributeValue>): UsedWindow => {
  const name = quota_window?.S ?? '';
  return { name, start: Number.parseInt(name, 10), used: Number(used?.N) };
};
