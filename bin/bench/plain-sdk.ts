/** The baseline: the plain SDK, without a framework. */
import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { baseline, type SendUpdate } from './baseline.ts';

const client = new DynamoDBClient({});

export const send: SendUpdate = async (update) => {
  try {
    await client.send(new UpdateItemCommand(update));
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};

export const handler = baseline(send);
