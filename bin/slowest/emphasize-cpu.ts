import { chosenCount, emphasize } from '../../functions/emphasis/bold.ts';
import { rankEmbedded } from '../../functions/emphasis/embedded.ts';
import { rankingRequest } from '../../functions/emphasis/prompt.ts';
import { candidateWords } from '../../functions/emphasis/words.ts';
import { request as emphasizeRequest } from '../../functions/endpoints/emphasize/endpoint.ts';
import { bodyLimit, type Decoded } from '../../functions/middleware/body-limit.ts';
import { jsonBody, type Parsed } from '../../functions/middleware/json-body.ts';
import type { Request } from '../../functions/middleware/middleware.ts';
import { schemaCheck, type Valid } from '../../functions/middleware/schema.ts';

const checks = [bodyLimit(), jsonBody(), schemaCheck(emphasizeRequest)];

type Checked = Decoded & Parsed & Valid<{ text: string; emphasis_ratio: number }>;

/** Does all that emphasize does with a body, for both models, except waiting for AWS. */
const handle = async (body: string): Promise<string> => {
  const event = { body, headers: {} };
  const request = { event, context: {} } as Request<Checked>;
  try {
    for (const { before } of checks) await before?.(request);
  } catch (refusal) {
    return (refusal as Error).message;
  }
  const { text, emphasis_ratio } = request.context.body;
  const words = candidateWords(text);
  const count = chosenCount(words.length, emphasis_ratio);
  const { order } = rankEmbedded(text, words);
  const question = rankingRequest('profile', { text, words, asked: count });
  return JSON.stringify([text, question, emphasize(text, words, order, count)]);
};

/** The CPU time that emphasize takes for a body, in milliseconds: the lowest of several runs. */
export const emphasizeCpu = async (body: string, runs = 1): Promise<number> => {
  let lowest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run += 1) {
    const before = process.cpuUsage();
    await handle(body);
    const { user, system } = process.cpuUsage(before);
    lowest = Math.min(lowest, (user + system) / 1000);
  }
  return lowest;
};
