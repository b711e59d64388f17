import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { collect } from './collect.ts';

/**
 * Makes the DynamoDB client.
 *
 * A fault ends within about 2 s in total, whichever it is: each of two attempts waits at most
 * 0.5 s for a connection and 0.9 s for the answer. The SDK repeats what failed on the way or was
 * throttled, after a random delay of up to 0.1 s, and stops repeating when most calls fail.
 *
 * Region, credentials and `AWS_ENDPOINT_URL_DYNAMODB` come from the environment.
 */
export const dynamodb = (): DynamoDBClient =>
  new DynamoDBClient({
    maxAttempts: 2,
    retryMode: 'standard',
    // Nothing adds to the client's middlewares later, so those of a command are put together once.
    cacheMiddleware: true,
    streamCollector: collect,
    requestHandler: {
      connectionTimeout: 500,
      requestTimeout: 900,
      throwOnRequestTimeout: true,
      socketTimeout: 900,
    },
  });
