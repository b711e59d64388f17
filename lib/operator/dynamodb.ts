import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** DynamoDB, as the environment says. Nobody waits for more than half a minute to be told that it does not answer. */
export const dynamodb = (): DynamoDBClient =>
  new DynamoDBClient({
    requestHandler: {
      connectionTimeout: 5_000,
      requestTimeout: 10_000,
      throwOnRequestTimeout: true,
    },
  });
