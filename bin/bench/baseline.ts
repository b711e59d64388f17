/** What the baselines share: an endpoint at its barest, with no check of the key or the body. */
import { createHash } from 'node:crypto';
import type { UpdateItemCommandInput } from '@aws-sdk/client-dynamodb';
import type { APIGatewayProxyEventV2, APIGatewayProxyResultV2 } from 'aws-lambda';
import { newMark } from '../../functions/quota/mark.ts';

/** Takes a slot by an update of the quota table, and says whether there was one. */
export type TakeSlot = (update: UpdateItemCommandInput) => Promise<boolean>;

/** Makes a handler that takes a slot by the update that the service itself does, and shouts, or does other work. */
export const baseline =
  (takeSlot: TakeSlot, work: (text: string) => unknown = (text) => text.toUpperCase()) =>
  async ({ headers, body = '' }: APIGatewayProxyEventV2): Promise<APIGatewayProxyResultV2> => {
    if (!(await takeSlot(slotUpdate(headers['x-api-key'] ?? '')))) return { statusCode: 429 };
    const { text } = JSON.parse(body);
    return {
      statusCode: 200,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ original: text, result: await work(text) }),
    };
  };

const { limit, windowSeconds } = JSON.parse(process.env.PLAN ?? '{}');

const slotUpdate = (key: string): UpdateItemCommandInput => {
  const mark = newMark();
  const start = Math.floor(Date.now() / 1000 / windowSeconds) * windowSeconds;
  return {
    TableName: process.env.QUOTA_TABLE,
    Key: { id: { S: `${createHash('sha256').update(key).digest('hex')}#${start}` } },
    UpdateExpression: `ADD used :one SET expires_at = :end, ${mark.name} = :mark`,
    ConditionExpression: `(attribute_not_exists(used) OR used < :limit) AND NOT ${mark.name} = :mark`,
    ExpressionAttributeValues: {
      ':one': { N: '1' },
      ':end': { N: String(start + windowSeconds) },
      ':limit': { N: String(limit) },
      ':mark': { S: mark.value },
    },
    ReturnValues: 'UPDATED_NEW',
  };
};
