import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** How long AWS may take. Nobody waits for more than half a minute to be told that it does not answer. */
export const timeouts = {
  connectionTimeout: 5_000,
  requestTimeout: 10_000,
  throwOnRequestTimeout: true,
};

/** DynamoDB, as the environment says. */
export const dynamodb = (): DynamoDBClient => new DynamoDBClient({ requestHandler: timeouts });
