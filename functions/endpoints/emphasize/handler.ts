import { dynamodb } from '../../aws/dynamodb.ts';
import { stageModel } from '../../emphasis/stage-model.ts';
import { spareTime } from '../../emphasis/time-limits.ts';
import { countedEndpoint } from '../../handlers/api.ts';
import { readSettings } from '../../settings/needs.ts';
import { needs, request, work } from './endpoint.ts';

const settings = readSettings(needs, process.env);
const client = dynamodb(settings.AWS_ENDPOINT_URL_DYNAMODB);
const { rank, primed } = stageModel(settings, client);

export const handler = await countedEndpoint(
  settings,
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
