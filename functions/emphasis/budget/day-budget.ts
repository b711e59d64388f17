/**
 * What Bedrock may cost in a UTC day, kept in one item of the quota table, in picodollars.
 *
 * A request reserves the most that it can cost by one conditional update, and gives back afterwards what
 * it did not cost by another. Neither is tried again, and nothing is undone. What that keeps, whatever is
 * lost on the wire: each request that Bedrock was asked had its reservation applied, and gives back no
 * more than Bedrock said that it did not cost, at most once, to the day from which it was taken. So what
 * is reserved is never less than what the day's requests cost, and never more than the cap. An update that
 * DynamoDB did not confirm may have been applied, and then its money is lost for the day.
 */
import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { sendingOnce } from '../../aws/dynamodb.ts';
import { quotaKey } from '../../quota/quota-item.ts';

/** Why there is no money for a request. */
export type BudgetFault =
  /** What is left of the day's budget is less than the request may cost. */
  | 'budget'
  /** DynamoDB did not confirm that it was reserved. */
  | 'budget-unavailable';

/** There is no money for a request. */
export interface BudgetError extends Error {
  readonly reason: BudgetFault;
}

/** Money that was set aside for one request. */
export interface Reservation {
  /** The UTC day from which it was taken, as in `2026-11-22`. */
  readonly day: string;
  /** In picodollars. */
  readonly amount: number;
}

/** The budget of each day. */
export interface DayBudget {
  /**
   * Sets an amount aside. It waits 0.9 s at most.
   *
   * @throws {BudgetError} where there is no money, or nobody can tell.
   */
  reserve(amount: number): Promise<Reservation>;
  /**
   * Puts what a request did cost in the place of what was reserved for it: once for each reservation.
   * It waits 0.9 s at most, and rejects with DynamoDB's error.
   */
  settle(reservation: Reservation, cost: number): Promise<void>;
}

/** What a budget is made of. */
export interface BudgetSettings {
  readonly client: DynamoDBClient;
  /** The name of the quota table. */
  readonly tableName: string;
  /** The most that may be reserved of a day, in picodollars. */
  readonly cap: number;
  /** Is told the percentage of the cap that is reserved, at each whole percent that a reservation reaches. */
  readonly report?: (percent: number) => void;
  /** The clock, in milliseconds since the epoch. */
  readonly now?: () => number;
}

/** The partition of the days' items: no account's id, and no key's SHA-256. */
export const budgetPartition = 'emphasis-budget';

/** How long a day's item is kept after it has begun, in seconds: somebody may want to look back. */
const kept = 32 * 86_400;

/**
 * How long a function goes by a refusal, in milliseconds: DynamoDB bills it like a write. It may be lifted
 * meanwhile, when others give back what they had reserved.
 */
const refusalTtl = 10_000;

/** The budget kept in a DynamoDB table. */
export const dayBudget = ({
  client,
  tableName,
  cap,
  report = () => {},
  now = Date.now,
}: BudgetSettings): DayBudget => {
  let once: DynamoDBClient | undefined;
  /** The last refusal here: nothing as dear is asked for until it is forgotten. */
  let refused: (Reservation & { readonly until: number }) | undefined;

  const update = ({ day }: Pick<Reservation, 'day'>, sum: SumUpdate) => {
    once ??= sendingOnce(client);
    const Key = quotaKey(budgetPartition, day);
    return once.send(new UpdateItemCommand({ TableName: tableName, Key, ...sum }));
  };

  return {
    reserve: async (amount) => {
      const time = now();
      const day = new Date(time).toISOString().slice(0, 10);
      const isRefused = refused?.day === day && amount >= refused.amount && time < refused.until;
      if (amount > cap || isRefused) throw budgetError('budget');
      try {
        const expiry = Date.parse(day) / 1000 + kept;
        const { Attributes } = await update({ day }, reserving(amount, cap, expiry));
        const after = Number(Attributes?.reserved?.N);
        const percent = percentOf(after, cap);
        if (percent > percentOf(after - amount, cap)) report(percent);
        return { day, amount };
      } catch (cause) {
        if (!(cause instanceof ConditionalCheckFailedException)) {
          throw budgetError('budget-unavailable', cause);
        }
        refused = { day, amount, until: time + refusalTtl };
        throw budgetError('budget');
      }
    },

    settle: async (reservation, cost) => {
      refused = undefined;
      await update(reservation, settling(cost - reservation.amount));
    },
  };
};

const percentOf = (sum: number, cap: number): number => Math.floor((sum * 100) / cap);

const budgetError = (reason: BudgetFault, cause?: unknown): BudgetError =>
  Object.assign(new Error('No money is set aside for Bedrock', { cause }), { reason });

/** An update of what is reserved of a day. */
interface SumUpdate {
  readonly UpdateExpression: string;
  readonly ConditionExpression: string;
  readonly ExpressionAttributeValues: Record<string, { readonly N: string }>;
  readonly ReturnValues?: 'UPDATED_NEW';
}

const reserving = (amount: number, cap: number, expiry: number): SumUpdate => ({
  UpdateExpression: 'ADD reserved :amount SET expires_at = :expiry',
  ConditionExpression: 'attribute_not_exists(reserved) OR reserved <= :room',
  ExpressionAttributeValues: {
    ':amount': { N: String(amount) },
    ':expiry': { N: String(expiry) },
    ':room': { N: String(cap - amount) },
  },
  ReturnValues: 'UPDATED_NEW',
});

/** What is given back must be there: of an item that somebody has deleted, nothing is. */
const settling = (difference: number): SumUpdate => ({
  UpdateExpression: 'ADD reserved :difference',
  ConditionExpression: 'reserved >= :least',
  ExpressionAttributeValues: {
    ':difference': { N: String(difference) },
    ':least': { N: String(Math.max(0, -difference)) },
  },
});
