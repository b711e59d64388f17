import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { deadline } from './deadline.ts';
import { fixedEndpoint } from './fixed-endpoint.ts';
import { httpHandler, type WarmUp } from './http-handler.ts';
import { leanClient } from './lean-client.ts';
import { dynamodbAttempt, dynamodbCommand, dynamodbConnection } from './timeouts.ts';

/**
 * Makes the DynamoDB client.
 *
 * Whatever ails DynamoDB, a command ends within 2 s. Each of two attempts waits at most 0.9 s for the
 * answer, 0.5 s of them for a connection. The SDK repeats what failed on the way, after a random delay of
 * up to 25 ms, or was throttled, after up to 1 s, and stops repeating when most calls fail.
 *
 * Region, credentials and `AWS_ENDPOINT_URL_DYNAMODB` come from the environment.
 */
export const dynamodb = (): DynamoDBClient & WarmUp => {
  const fixed = fixedEndpoint(process.env.AWS_ENDPOINT_URL_DYNAMODB);
  const timeouts = { connection: dynamodbConnection, answer: dynamodbAttempt };
  const requestHandler = httpHandler(timeouts, fixed);
  const client = clientOf({ maxAttempts: 2, requestHandler, ...fixed });
  return Object.assign(client, { warmUp: requestHandler.warmUp });
};

/**
 * Makes a client for what must not be applied twice: it sends each command once, and so waits at
 * most 0.9 s. It shares all else with the client given, its connections too.
 */
export const sendingOnce = ({ config }: DynamoDBClient): DynamoDBClient =>
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
    // Nothing adds to the client's middlewares later, so those of a command are put together once.
    cacheMiddleware: true,
  });
  client.middlewareStack.use(deadline(dynamodbCommand));
  return leanClient(client);
};
