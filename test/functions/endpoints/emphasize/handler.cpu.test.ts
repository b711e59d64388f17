/** The CPU time of the slowest known bodies, next to that of prose. */
import { expect, test } from '@jest/globals';
import { chosenCount, emphasize } from '../../../../functions/emphasis/bold.ts';
import { rankEmbedded } from '../../../../functions/emphasis/embedded.ts';
import { rankingRequest } from '../../../../functions/emphasis/prompt.ts';
import { candidateWords } from '../../../../functions/emphasis/words.ts';
import { request as emphasizeRequest } from '../../../../functions/endpoints/emphasize/endpoint.ts';
import {
  bodyLimit,
  type Decoded,
  jsonBody,
  type Parsed,
  schemaCheck,
  type Valid,
} from '../../../../functions/request/body.ts';
import type { Request } from '../../../../functions/request/middleware.ts';
import { worstBodies } from './worst-bodies.ts';

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

/** In microseconds. */
const cpuOf = async (body: string): Promise<number> => {
  const before = process.cpuUsage();
  await handle(body);
  const { user, system } = process.cpuUsage(before);
  return user + system;
};

const { prose, ...others } = worstBodies;

test.each(Object.entries(others))(
  '%s takes at most ten times the CPU time of prose',
  async (_, body) => {
    // Another program, or the compiler, can slow one run down, but not twenty.
    const ratios: number[] = [];
    do ratios.push((await cpuOf(body)) / (await cpuOf(prose)));
    while (Math.min(...ratios) > 10 && ratios.length < 20);
    expect(Math.min(...ratios)).toBeLessThanOrEqual(10);
  },
);
