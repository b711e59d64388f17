import { dynamodb } from './aws/dynamodb.ts';
import { chosenCount, emphasize } from './emphasis/bold.ts';
import { emphasizeRequest } from './emphasis/emphasize-request.ts';
import { orderHeader, shownOrder } from './emphasis/order-header.ts';
import { stageModel } from './emphasis/stage-model.ts';
import { spareTime } from './emphasis/time-limits.ts';
import { candidateWords } from './emphasis/words.ts';
import { countedEndpoint } from './endpoint.ts';
import type { EmphasizeResponse } from './http/responses.ts';

const client = dynamodb();
const { rank, primed } = stageModel(process.env, client);

/** `POST /v1/emphasize`: a model picks words, and they come back in Markdown bold. */
export const handler = await countedEndpoint(
  emphasizeRequest,
  async ({ text, emphasis_ratio }, context) => {
    const words = candidateWords(text);
    const count = chosenCount(words.length, emphasis_ratio);
    const timeLeft = () => context.getRemainingTimeInMillis() - spareTime;
    const { model, order } = await rank(text, words, count, timeLeft);
    const emphasis = emphasize(text, words, order, count);
    if (count > 0) context.successHeaders[orderHeader] = shownOrder(emphasis.order);
    return {
      original: text,
      result: emphasis.result,
      emphasized_words: emphasis.emphasizedWords,
      model,
      experimental: true,
    } satisfies EmphasizeResponse;
  },
  client,
);
await primed;
