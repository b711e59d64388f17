/** The baseline: a bare shout by the plain SDK. It takes a slot as the service does, and checks neither key nor body. */
import { createHash } from 'node:crypto';
import { DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import type { APIGatewayProxyEventV2, APIGatewayProxyResultV2 } from 'aws-lambda';
import { slotAt, takeSlotInput } from '../../functions/quota/item.ts';

const client = new DynamoDBClient({});
const { QUOTA_TABLE = '', PLAN = '{}' } = process.env;
const plan = JSON.parse(PLAN);

export const handler = async ({
  headers,
  body = '',
}: APIGatewayProxyEventV2): Promise<APIGatewayProxyResultV2> => {
  const holder = createHash('sha256')
    .update(headers['x-api-key'] ?? '')
    .digest('hex');
  const update = takeSlotInput(QUOTA_TABLE, slotAt({ holder, plan }, Date.now()), plan.limit);
  await client.send(new UpdateItemCommand(update));
  const { text } = JSON.parse(body);
  return {
    statusCode: 200,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ original: text, result: text.toUpperCase() }),
  };
};
