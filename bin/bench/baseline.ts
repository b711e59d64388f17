/** What the baselines share: a bare endpoint that checks neither the key nor the body. */
import { createHash } from 'node:crypto';
import type { UpdateItemCommandInput } from '@aws-sdk/client-dynamodb';
import type { APIGatewayProxyEventV2, APIGatewayProxyResultV2 } from 'aws-lambda';
import { slotAt, takeSlot } from '../../functions/quota/quota-item.ts';

/** Sends an update that takes a slot. Resolves to whether one was left. */
export type SendUpdate = (update: UpdateItemCommandInput) => Promise<boolean>;

/** Creates a handler that takes a slot by the service's own update, and shouts or does other work. */
export const baseline =
  (send: SendUpdate, work: (text: string) => unknown = (text) => text.toUpperCase()) =>
  async ({ headers, body = '' }: APIGatewayProxyEventV2): Promise<APIGatewayProxyResultV2> => {
    if (!(await send(updateFor(headers['x-api-key'] ?? '')))) return { statusCode: 429 };
    const { text } = JSON.parse(body);
    return {
      statusCode: 200,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ original: text, result: await work(text) }),
    };
  };

const { QUOTA_TABLE = '', PLAN = '{}' } = process.env;
const plan = JSON.parse(PLAN);

const updateFor = (key: string): UpdateItemCommandInput => {
  const partition = createHash('sha256').update(key).digest('hex');
  return takeSlot(QUOTA_TABLE, slotAt({ partition, plan }, Date.now()), plan.limit);
};
