import { createDynamodb } from '../../aws/dynamodb.ts';
import { createStageModel } from '../../emphasis/stage-model.ts';
import { readSettings } from '../../environment/environment.ts';
import { countedEndpoint } from '../../request/api-endpoint.ts';
import { spareTime } from '../../request/time-limits.ts';
import { needs, request, work } from './endpoint.ts';

const settings = readSettings(needs, process.env);
const client = createDynamodb();
const { rank, warm } = createStageModel(settings, client);

export const handler = await countedEndpoint(
  settings,
  request,
  (input, context) =>
    work(input, rank, Date.now() + context.getRemainingTimeInMillis() - spareTime),
  client,
);
await warm;
