/** What a body costs: all that the emphasize function does with it but to wait for others. */

import { chosenCount, emphasize } from '../../functions/emphasis/bold.ts';
import { rankEmbedded } from '../../functions/emphasis/embedded.ts';
import { rankingRequest } from '../../functions/emphasis/prompt.ts';
import { candidateWords } from '../../functions/emphasis/words.ts';
import { request as emphasizeRequest } from '../../functions/emphasize/endpoint.ts';
import { bodyLimit, type Decoded } from '../../functions/middleware/body-limit.ts';
import type { Request } from '../../functions/middleware/chain.ts';
import { jsonBody, type Parsed } from '../../functions/middleware/json-body.ts';
import { schemaCheck, type Valid } from '../../functions/middleware/schema.ts';

const gates = [bodyLimit(), jsonBody(), schemaCheck(emphasizeRequest)];

/** What the gates find out about a request. */
type Known = Decoded & Parsed & Valid<{ text: string; emphasis_ratio: number }>;

/** Answers a body as the function does, by both models; gives the answer's body. */
export const answer = (body: string): string => {
  const context = {};
  const event = { body, headers: {} };
  const request = { event, context } as Request<Known>;
  try {
    for (const { before } of gates) before?.(request);
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

/** The CPU time that a body takes in this process, in milliseconds: the least of some turns. */
export const cost = (body: string, turns = 1): number => {
  const times = Array.from({ length: turns }, () => {
    const before = process.cpuUsage();
    answer(body);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
};
