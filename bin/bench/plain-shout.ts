/** The baseline: a bare endpoint by the plain SDK. It checks neither the key nor the body. */
import { createHash } from 'node:crypto';
import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import type { APIGatewayProxyEventV2, APIGatewayProxyResultV2 } from 'aws-lambda';
import { slotAt, takeSlot } from '../../functions/quota/item.ts';

const client = new DynamoDBClient({});
const { QUOTA_TABLE = '', PLAN = '{}' } = process.env;
const plan = JSON.parse(PLAN);

/** Takes a slot by the service's own update. Resolves to whether one was left. */
const hasSlot = async (key: string): Promise<boolean> => {
  const partition = createHash('sha256').update(key).digest('hex');
  const update = takeSlot(QUOTA_TABLE, slotAt({ partition, plan }, Date.now()), plan.limit);
  try {
    await client.send(new UpdateItemCommand(update));
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};

/** Creates a handler that takes a slot, and does its work with the text. */
export const baseline =
  (work: (text: string) => unknown) =>
  async ({ headers, body = '' }: APIGatewayProxyEventV2): Promise<APIGatewayProxyResultV2> => {
    if (!(await hasSlot(headers['x-api-key'] ?? ''))) return { statusCode: 429 };
    const { text } = JSON.parse(body);
    return {
      statusCode: 200,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ original: text, result: await work(text) }),
    };
  };

export const handler = baseline((text) => text.toUpperCase());
