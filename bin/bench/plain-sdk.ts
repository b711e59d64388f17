/** The baseline with the SDK as it comes, and no framework. */
import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { baseline, type TakeSlot } from './baseline.ts';

const client = new DynamoDBClient({});

export const takeSlot: TakeSlot = async (update) => {
  try {
    await client.send(new UpdateItemCommand(update));
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};

export const handler = baseline(takeSlot);
