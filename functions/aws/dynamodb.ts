import {
  DynamoDBClient,
  type DynamoDBClientConfig,
  type ThrottlingReason,
} from '@aws-sdk/client-dynamodb';
import { StandardRetryStrategy } from '@smithy/core/retry';
import type { RetryErrorInfo, StandardRetryToken } from '@smithy/types';
import {
  dynamodbAttempt,
  dynamodbCommand,
  dynamodbConnection,
  forLambda,
  type WarmUp,
  withWarmUp,
} from './client.ts';
import { createHttpHandler } from './http-handler.ts';

/**
 * Creates a DynamoDB client. Region, credentials and address come from the environment.
 *
 * A command ends within 2 s. Its first attempt times out after 1.4 s, or after 0.5 s without a connection; the second
 * has the rest. With a longer first attempt, too little would be left for a second after a lost connection. With a
 * shorter one, more requests would take two slots because the first response was only late. The SDK retries network
 * errors after up to 25 ms, and stops when most calls fail. A throttled command is not retried.
 */
export const createDynamodb = (): DynamoDBClient & WarmUp => {
  const handler = createHttpHandler(dynamodbConnection);
  const requestHandler = withWarmUp(handler, () => client.config.endpoint?.());
  const client = createClient(2, { requestHandler });
  return Object.assign(client, { warmUp: requestHandler.warmUp });
};

/** Creates a client without retries. It shares connections and settings with the given one. */
export const withoutRetries = ({ config }: DynamoDBClient): DynamoDBClient =>
  createClient(1, {
    requestHandler: config.requestHandler,
    region: config.region,
    credentials: config.credentials,
  });

const createClient = (maxAttempts: number, config: DynamoDBClientConfig): DynamoDBClient => {
  const client = new DynamoDBClient({
    ...config,
    maxAttempts,
    retryStrategy: new RetryUnlessThrottled({ maxAttempts, baseDelay: 25 }),
    // No middleware is added later, so the stack can be cached: 5 % of a later request (`npm run bench`).
    cacheMiddleware: true,
  });
  client.middlewareStack.use(forLambda(dynamodbAttempt, dynamodbCommand));
  return client;
};

/** The SDK's strategy, except that it does not retry a throttled command: the SDK would wait up to 1 s before. */
class RetryUnlessThrottled extends StandardRetryStrategy {
  override async refreshRetryTokenForRetry(
    token: StandardRetryToken,
    info: RetryErrorInfo,
  ): Promise<StandardRetryToken> {
    if (info.errorType === 'THROTTLING') throw info.error;
    return super.refreshRetryTokenForRetry(token, info);
  }
}

/**
 * Whether DynamoDB throttled a command because of its partition: too many commands at once for the items there,
 * or a table that has not grown yet.
 *
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ThrottlingReason.html
 */
export const isKeyRangeThrottle = (error: unknown): boolean => {
  // The exceptions spell the field in two ways.
  const { ThrottlingReasons, throttlingReasons = ThrottlingReasons } = error as Partial<
    Record<'ThrottlingReasons' | 'throttlingReasons', readonly ThrottlingReason[]>
  >;
  return !!throttlingReasons?.some(({ reason }) => reason?.endsWith('KeyRangeThroughputExceeded'));
};

/** The holder of a quota in a warm-up. Slots of its window of a day are in the counter `used`, as in `slotTaken`. */
const nobody = { holder: '', plan: { name: '', limit: 1, windowSeconds: 86_400 } };
const slotTaken = '{"Attributes":{"used":{"N":"1"}}}';

/** Warms a client of DynamoDB up. In `work`, a read finds no item, and an update takes the holder's first slot. */
export const warmUpDynamodb = (
  client: WarmUp,
  work: (holder: typeof nobody) => Promise<unknown>,
): Promise<void> => client.warmUp(slotTaken, () => work(nobody));
