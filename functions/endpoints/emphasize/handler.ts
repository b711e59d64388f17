import { dynamodb } from '../../aws/dynamodb.ts';
import { stageModel } from '../../emphasis/stage-model.ts';
import { spareTime } from '../../emphasis/time-limits.ts';
import { countedEndpoint } from '../../request/api-endpoint.ts';
import { readSettings } from '../../settings/needs.ts';
import { needs, request, work } from './endpoint.ts';

const settings = readSettings(needs, process.env);
const client = dynamodb();
const { rank, warm } = stageModel(settings, client);

export const handler = await countedEndpoint(
  settings,
  request,
  (input, context) =>
    work(input, rank, Date.now() + context.getRemainingTimeInMillis() - spareTime),
  client,
);
await warm;
