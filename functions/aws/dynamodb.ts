import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { type WarmUp, withWarmUp } from '../cold-start/warm-up.ts';
import { deadline } from './deadline.ts';
import { fixedEndpoint } from './fixed-endpoint.ts';
import { httpHandler } from './http-handler.ts';
import { leanClient } from './lean-client.ts';
import { RetryUnlessThrottled } from './throttling.ts';
import { dynamodbAttempt, dynamodbCommand, dynamodbConnection } from './timeouts.ts';

/**
 * Creates a DynamoDB client. Region and credentials come from the environment.
 *
 * A command ends within 2 s. An attempt times out after 1.4 s, or 0.5 s without a connection, and a second one has
 * the rest. A longer first attempt would answer more requests that are late, but fewer whose connection is lost; a
 * shorter one would take a second slot where the first answer is only late. The SDK retries network errors after up
 * to 25 ms, and stops when most calls fail. A throttled command is not retried.
 *
 * @param address - the URL of DynamoDB. Default: the SDK's choice.
 */
export const dynamodb = (address?: string): DynamoDBClient & WarmUp => {
  const fixed = fixedEndpoint(address);
  const timeouts = { connection: dynamodbConnection, answer: dynamodbAttempt };
  const requestHandler = withWarmUp(httpHandler(timeouts), fixed.endpoint);
  const client = clientOf(2, { requestHandler, ...fixed });
  return Object.assign(client, { warmUp: requestHandler.warmUp });
};

/** Creates a client without retries. It shares connections and settings with the given one. */
export const withoutRetries = ({ config }: DynamoDBClient): DynamoDBClient =>
  clientOf(1, {
    requestHandler: config.requestHandler,
    region: config.region,
    credentials: config.credentials,
    endpointProvider: config.endpointProvider,
    ...(config.endpoint && { endpoint: config.endpoint }),
  });

const clientOf = (maxAttempts: number, config: DynamoDBClientConfig): DynamoDBClient => {
  const client = new DynamoDBClient({
    ...config,
    maxAttempts,
    retryMode: 'standard',
    retryStrategy: new RetryUnlessThrottled({ maxAttempts, baseDelay: 25 }),
    // No middleware is added later, so the stack can be cached.
    cacheMiddleware: true,
  });
  client.middlewareStack.use(deadline(dynamodbCommand));
  return leanClient(client);
};
