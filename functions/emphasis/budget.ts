/**
 * The daily budget for Bedrock, in picodollars.
 *
 * A function takes a lease, a small part of the day's budget, by one conditional update of the day's item in
 * the quota table, and spends it locally. The item has the sum of the day's leases, and the condition keeps the
 * sum within the cap. A lost, late or repeated update may count without being spent, never the other way round.
 */

import type { TokenUsage } from '@aws-sdk/client-bedrock-runtime';
import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { unexpectedResponse } from '../faults/fault.ts';
import { keptDays, readCounter } from '../quota/item.ts';
import { daySeconds } from '../quota/window.ts';
import { writeMetric } from '../request/request-metrics.ts';
import { noRanking } from './fallback.ts';
import type { RankingRequest } from './prompt.ts';

/** The picodollars in a US dollar. In this unit, token prices and daily sums are integers; costs are rounded up. */
export const picodollars = 1e12;

/** The prices of a model, in picodollars per token. */
export interface Prices {
  readonly input: number;
  readonly output: number;
}

/**
 * The most tokens that Bedrock adds to a request, for roles and the description of tools. All documented
 * numbers are below 600.
 *
 * https://docs.anthropic.com/en/docs/agents-and-tools/tool-use/overview#pricing
 */
const addedTokens = 2_000;

/** The price of a token, from the price of a million in US dollars. */
export const tokenPrice = (usdPerMillion: number): number =>
  Math.ceil((usdPerMillion * picodollars) / 1e6);

/**
 * The most that a request can cost. A token has at least one byte of UTF-8, but a tokenizer may normalize a
 * text first; NFKD is the longest form, with up to eleven bytes for one.
 *
 * https://google.github.io/sentencepiece/doc/normalization/
 */
export const mostCost = (request: RankingRequest, { input, output }: Prices): number => {
  const json = JSON.stringify(request);
  const bytes = Math.max(Buffer.byteLength(json), Buffer.byteLength(decomposed(json)));
  return (bytes + addedTokens) * input + request.inferenceConfig.maxTokens * output;
};

/**
 * A text in NFKD, except for the order of combining marks. Sorting thousands of marks is slow, so the text is
 * normalized in pieces of 64 characters.
 */
const decomposed = (text: string): string =>
  text.replace(/[\u0080-\u{10ffff}]{1,64}/gu, (piece) => piece.normalize('NFKD'));

/** The cost of a request by the response's `usage`; `undefined` if it is missing. */
export const realCost = (
  usage: Partial<TokenUsage> | undefined,
  { input, output }: Prices,
): number | undefined => {
  const { inputTokens, outputTokens } = usage ?? {};
  return isCount(inputTokens) && isCount(outputTokens)
    ? inputTokens * input + outputTokens * output
    : undefined;
};

/** Whether a value is a plausible number of tokens. */
const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) < 1e7;

/**
 * Reserves the most that a request can cost. If the lease does not cover it, another one is taken.
 *
 * @throws {Error} with the reason `budget` if the budget is used up, or `budget-unavailable` if DynamoDB does not confirm
 *   the lease.
 */
export type Reserve = (most: number) => Promise<Charge>;

/** Replaces a reservation by the request's real cost. Without this call, the reservation counts as spent. */
type Charge = (cost: number) => void;

export interface LeaseSettings {
  readonly client: DynamoDBClient;
  readonly tableName: string;
  /** The most that may be leased in a UTC day, in picodollars. */
  readonly cap: number;
  readonly stage: string;
  /** The clock, in milliseconds since the epoch. */
  readonly now?: () => number;
}

/** The partition of the days' items. No account or key has this id. */
export const budgetPartition = 'emphasis-budget';

/** What a lease takes, unless a request may cost more: $0.0022, about 110 sentences. */
export const usualLease = 0.0022 * picodollars;

/** How long to wait after a refused lease, in milliseconds. DynamoDB bills the refusal like a write. */
const pause = 10_000;

/** The day's budget, leased from a DynamoDB table. */
export const createLeasedBudget = ({
  client,
  tableName,
  cap,
  stage,
  now = Date.now,
}: LeaseSettings): Reserve => {
  let lease = { day: '', remaining: 0, pausedUntil: 0 };

  /** Adds an amount to the day's leases. If the SDK repeats the update, the amount counts twice, and the cap still holds. */
  const take = async (day: string, amount: number): Promise<void> => {
    const { Attributes } = await client.send(
      new UpdateItemCommand({
        TableName: tableName,
        Key: { holder: { S: budgetPartition }, span: { S: day } },
        UpdateExpression: 'ADD leased :amount SET expires_at = :expiry',
        ConditionExpression: 'attribute_not_exists(leased) OR leased <= :room',
        ExpressionAttributeValues: {
          ':amount': { N: String(amount) },
          ':expiry': { N: String(Date.parse(day) / 1000 + keptDays * daySeconds) },
          ':room': { N: String(cap - amount) },
        },
        ReturnValues: 'UPDATED_NEW',
      }),
    );
    const leased = readCounter(Attributes, 'leased');
    if (leased < amount) throw unexpectedResponse('NO_SUM');
    const percent = percentage(leased, cap);
    if (percent > percentage(leased - amount, cap)) reportPercent(stage, percent);
  };

  return async (most) => {
    const time = now();
    const day = new Date(time).toISOString().slice(0, 10);
    if (lease.day !== day) lease = { day, remaining: 0, pausedUntil: 0 };
    const current = lease;
    if (current.remaining < most) {
      // Usage above the estimate leaves a debt, which the next lease pays.
      const debt = Math.max(0, -current.remaining);
      const amount = Math.max(Math.min(usualLease, cap), most + debt);
      if (amount > cap || time < current.pausedUntil) throw noRanking('budget', message);
      try {
        await take(day, amount);
      } catch (cause) {
        if (!(cause instanceof ConditionalCheckFailedException)) {
          throw noRanking('budget-unavailable', message, cause);
        }
        current.pausedUntil = time + pause;
        throw noRanking('budget', message);
      }
      current.remaining += amount;
    }
    current.remaining -= most;
    return (cost) => {
      current.remaining += most - cost;
    };
  };
};

/** The leased percentage of the day's budget from which it is reported. */
const reportedFrom = 80;

/** Reports a percentage in one line that is both a log entry and the metric `EmphasisBudget`. */
const reportPercent = (stage: string, percent: number): void => {
  if (percent < reportedFrom) return;
  writeMetric(
    { name: 'EmphasisBudget', value: percent, unit: 'Percent', dimensions: { Stage: stage } },
    { level: 'WARN', message: `${percent} % of the day's budget for Bedrock is leased` },
  );
};

const percentage = (sum: number, cap: number): number => Math.floor((sum * 100) / cap);

const message = 'The budget does not pay for Bedrock';
