import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** Time-outs for calls of AWS, in milliseconds. With three attempts, an error takes half a minute. */
export const timeouts = {
  connectionTimeout: 5_000,
  requestTimeout: 10_000,
  throwOnRequestTimeout: true,
};

/** A DynamoDB client, configured by the environment. */
export const dynamodb = (): DynamoDBClient => new DynamoDBClient({ requestHandler: timeouts });
