/** Bedrock, asked only with money that the day's budget has set aside for it. */
import { type BedrockRuntimeClient, ConverseCommand } from '@aws-sdk/client-bedrock-runtime';
import { timeoutError } from '../../aws/http-handler.ts';
import { within } from '../../aws/within.ts';
import { logFault } from '../../observability/log.ts';
import type { Converse } from '../bedrock-model.ts';
import { timeForBedrock, timeToBegin } from '../time-limits.ts';
import type { DayBudget } from './day-budget.ts';
import { mostCost, type Prices, realCost } from './price.ts';

/** What is needed to ask. */
export interface CappedSettings {
  /** A client that makes one attempt: each may be billed, and one is paid for. */
  readonly client: BedrockRuntimeClient;
  readonly budget: DayBudget;
  readonly prices: Prices;
}

/** What the log says of a request that breaks the cap's promise. Its whole cost stands against the day all the same. */
const dearer = 'A request to Bedrock cost more than it could';

/**
 * Makes what asks Bedrock.
 *
 * It rejects with the SDK's error where Bedrock fails or is too slow, and with a `BudgetError` where there
 * is no money. A failure that may have been billed stays paid for, and so does whatever came without `usage`.
 */
export const cappedConverse =
  ({ client, budget, prices }: CappedSettings): Converse =>
  async (request, timeLeft) => {
    if (timeLeft() < timeToBegin) throw timeoutError('No time is left');
    const reservation = await budget.reserve(mostCost(request, prices));
    const answer = await within(
      timeForBedrock(timeLeft()),
      client.send(new ConverseCommand(request)),
    );
    const cost = realCost(answer.usage, prices);
    if (cost !== undefined) {
      if (cost > reservation.amount) console.warn({ ...reservation, message: dearer, cost });
      // The answer is good, whatever becomes of the money.
      await budget.settle(reservation, cost).catch(logFault);
    }
    return answer;
  };
