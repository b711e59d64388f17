import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { deadline } from './deadline.ts';
import { fixedEndpoint } from './fixed-endpoint.ts';
import { httpHandler, type WarmUp } from './http-handler.ts';
import { leanClient } from './lean-client.ts';
import { dynamodbAttempt, dynamodbCommand, dynamodbConnection } from './timeouts.ts';

/**
 * Creates a DynamoDB client. Region, credentials and `AWS_ENDPOINT_URL_DYNAMODB` come from the environment.
 *
 * A command ends within 2 s. Each of two attempts times out after 0.9 s, or 0.5 s without a connection. The SDK
 * retries network errors after up to 25 ms and throttling after up to 1 s, and stops when most calls fail.
 */
export const dynamodb = (): DynamoDBClient & WarmUp => {
  const fixed = fixedEndpoint(process.env.AWS_ENDPOINT_URL_DYNAMODB);
  const timeouts = { connection: dynamodbConnection, answer: dynamodbAttempt };
  const requestHandler = httpHandler(timeouts, fixed);
  const client = clientOf({ maxAttempts: 2, requestHandler, ...fixed });
  return Object.assign(client, { warmUp: requestHandler.warmUp });
};

/** Creates a client without retries. It shares connections and settings with the given one. */
export const withoutRetries = ({ config }: DynamoDBClient): DynamoDBClient =>
  clientOf({
    maxAttempts: 1,
    requestHandler: config.requestHandler,
    region: config.region,
    credentials: config.credentials,
    endpointProvider: config.endpointProvider,
    ...(config.endpoint && { endpoint: config.endpoint }),
  });

const clientOf = (config: DynamoDBClientConfig): DynamoDBClient => {
  const client = new DynamoDBClient({
    ...config,
    retryMode: 'standard',
    // No middleware is added later, so the stack can be cached.
    cacheMiddleware: true,
  });
  client.middlewareStack.use(deadline(dynamodbCommand));
  return leanClient(client);
};
