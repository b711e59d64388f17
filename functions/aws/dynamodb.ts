import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { collect } from './collect.ts';

const settings = {
  retryMode: 'standard',
  // Nothing adds to the client's middlewares later, so those of a command are put together once.
  cacheMiddleware: true,
  streamCollector: collect,
} as const;

/**
 * Makes the DynamoDB client.
 *
 * A fault ends within about 2 s in total, whichever it is: each of two attempts waits at most
 * 0.9 s for the answer, 0.5 s of them for a connection. The SDK repeats what failed on the way, after
 * a random delay of up to 25 ms, or was throttled, after up to 1 s, and stops repeating when most calls
 * fail. Whoever calls sets a limit to the whole.
 *
 * Region, credentials and `AWS_ENDPOINT_URL_DYNAMODB` come from the environment.
 */
export const dynamodb = (): DynamoDBClient =>
  new DynamoDBClient({
    ...settings,
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: 500,
      requestTimeout: 900,
      throwOnRequestTimeout: true,
      socketTimeout: 900,
    },
  });

/**
 * Makes a client for what must not be applied twice: it sends each command once. It shares all else
 * with the client given, its connections too.
 */
export const sendingOnce = ({ config }: DynamoDBClient): DynamoDBClient =>
  new DynamoDBClient({
    ...settings,
    maxAttempts: 1,
    requestHandler: config.requestHandler,
    region: config.region,
    credentials: config.credentials,
    ...(config.endpoint && { endpoint: config.endpoint }),
  });
