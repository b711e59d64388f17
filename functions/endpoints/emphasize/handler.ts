import { dynamodb } from '../../aws/dynamodb.ts';
import { stageModel } from '../../emphasis/stage-model.ts';
import { spareTime } from '../../emphasis/time-limits.ts';
import { countedEndpoint } from '../../handlers/api.ts';
import { request, work } from './endpoint.ts';

const client = dynamodb();
const { rank, primed } = stageModel(process.env, client);

export const handler = await countedEndpoint(
  request,
  async (input, context) => {
    const timeLeft = () => context.getRemainingTimeInMillis() - spareTime;
    const { body, headers } = await work(input, rank, timeLeft);
    context.successHeaders = headers;
    return body;
  },
  client,
);
await primed;
