/** Calls Bedrock within the day's budget. */
import { type BedrockRuntimeClient, ConverseCommand } from '@aws-sdk/client-bedrock-runtime';
import { within } from '../../aws/client.ts';
import type { Converse } from '../bedrock-model.ts';
import { noRanking } from '../fallback.ts';
import { timeForBedrock, timeToBegin } from '../time-limits.ts';
import type { Reserve } from './leases.ts';
import { mostCost, type Prices, realCost } from './price.ts';

/**
 * A failed call, or one without `usage`, counts as spent in full, since it may have been billed.
 *
 * It rejects with the SDK's error if Bedrock fails or is too slow, with that of `reserve` if the budget is used up,
 * and with the reason `timed-out` if no time is left to call Bedrock.
 *
 * @param client - without retries: each attempt may be billed.
 */
export const cappedConverse =
  (client: BedrockRuntimeClient, reserve: Reserve, prices: Prices): Converse =>
  async (request, timeLeft) => {
    // This error has no time-out's code: Bedrock is not slow, and needs no pause.
    if (timeLeft() < timeToBegin) throw noRanking('timed-out', 'No time is left');
    const most = mostCost(request, prices);
    const charge = await reserve(most);
    const answer = await within(
      timeForBedrock(timeLeft()),
      client.send(new ConverseCommand(request)),
    );
    const cost = realCost(answer.usage, prices);
    if (cost !== undefined) {
      charge(cost);
      // The price list or the estimate is wrong. The whole cost counts all the same.
      const message = 'A request to Bedrock cost more than its reservation';
      if (cost > most) console.warn({ message, most, cost });
    }
    return answer;
  };
