import { ConverseCommand } from '@aws-sdk/client-bedrock-runtime';
import { bedrock } from '../../functions/aws/bedrock.ts';
import { rankedNumbers, rankingRequest } from '../../functions/emphasis/prompt.ts';
import type { MarkedText } from './texts.ts';

/**
 * The ranking of each text's best four words by a model in Bedrock, which is asked as the service asks it, one text after
 * the other. A text without a ranking keeps its order.
 */
export const rankByBedrock = async (
  inferenceProfile: string,
  texts: readonly MarkedText[],
): Promise<readonly (readonly number[])[]> => {
  const client = bedrock();
  const orders: (readonly number[])[] = [];
  for (const { text, words } of texts) {
    const request = rankingRequest(inferenceProfile, { text, words, count: 4 });
    const answer = await client.send(new ConverseCommand(request));
    try {
      orders.push(rankedNumbers(answer, words.length).map((number) => number - 1));
    } catch {
      orders.push([]);
    }
  }
  return orders;
};
