/** Bedrock, called within the day's budget. */
import { type BedrockRuntimeClient, ConverseCommand } from '@aws-sdk/client-bedrock-runtime';
import { timeoutError } from '../../aws/http-handler.ts';
import { within } from '../../aws/within.ts';
import type { Converse } from '../bedrock-model.ts';
import { timeForBedrock, timeToBegin } from '../time-limits.ts';
import type { Reserve } from './leases.ts';
import { mostCost, type Prices, realCost } from './price.ts';

/** Settings of {@link cappedConverse}. */
export interface CappedSettings {
  /** A client that makes one attempt: each may be billed, and one is paid for. */
  readonly client: BedrockRuntimeClient;
  readonly reserve: Reserve;
  readonly prices: Prices;
}

/** Logged when the price list or the estimate is wrong. The whole cost counts all the same. */
const dearer = 'A request to Bedrock cost more than its reservation';

/**
 * Calls Bedrock within the budget. What failed may have been billed, so it counts as spent in full, and so does
 * an answer without `usage`.
 *
 * It rejects with the SDK's error when Bedrock fails or is too slow, and with a `BudgetError` when the budget does
 * not pay for it.
 */
export const cappedConverse =
  ({ client, reserve, prices }: CappedSettings): Converse =>
  async (request, timeLeft) => {
    if (timeLeft() < timeToBegin) throw timeoutError('No time is left');
    const most = mostCost(request, prices);
    const charge = await reserve(most);
    const answer = await within(
      timeForBedrock(timeLeft()),
      client.send(new ConverseCommand(request)),
    );
    const cost = realCost(answer.usage, prices);
    if (cost !== undefined) {
      charge(cost);
      if (cost > most) console.warn({ message: dearer, most, cost });
    }
    return answer;
  };
