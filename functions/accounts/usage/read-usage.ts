import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { logFault } from '../../observability/log.ts';
import type { Account, AccountKey } from '../account.ts';
import { keepSums, readSums } from './day-items.ts';
import { inParallel } from './in-parallel.ts';
import { add, type KeySums, newSums, resume } from './key-sums.ts';
import { type Calls, startOf, type UsageRange, usageRange } from './quarter-hours.ts';
import { usedWindows } from './used-windows.ts';

/** Where usage is read from and kept. */
export interface UsageTables {
  readonly client: DynamoDBClient;
  readonly quotaTable: string;
}

/** There is more to sum up than there is time for. What was summed up is kept: the next call goes on. */
export class SummingUnfinished extends Error {
  readonly code = 'SUMMING_UNFINISHED';
}

/**
 * How long keys are read, in milliseconds. Each call of DynamoDB before, then, and after that is given up
 * after 2 s, so that the function ends well before Lambda ends it.
 */
const summingTimeout = 6_000;

/** How much is done at once. */
export interface Pace {
  /** How many keys are read at the same time, and how many days written. */
  readonly workers: number;
  /** How many windows of a key are read at once. */
  readonly pageSize: number;
}

/**
 * So much that no answer waits long until others are parsed, and no connection until others are made: a
 * page, which is a day of windows of a minute, takes some 30 ms on a function's share of a CPU. It is more
 * than a quarter-hour can have, so that each page gets on.
 */
const usualPace: Pace = { workers: 6, pageSize: 1_440 };

/**
 * Reads the accepted calls of an account's keys over the last days, by the quarter-hour. What no longer
 * changes is summed up once, and kept.
 *
 * @param now In milliseconds since the epoch.
 * @param inTime Once it is aborted, nothing more is read.
 * @returns The calls by the key's id.
 * @throws {SummingUnfinished} and DynamoDB's error. In both cases what was summed up is kept.
 */
export const readUsage = async (
  tables: UsageTables,
  account: Pick<Account, 'id' | 'keys'>,
  now: number,
  inTime = AbortSignal.timeout(summingTimeout),
  pace = usualPace,
): Promise<ReadonlyMap<string, Calls>> => {
  const { client, quotaTable } = tables;
  const range = usageRange(now);
  const kept = await readSums(client, quotaTable, account.id, range);
  const usage = account.keys.map((key): KeyUsage => {
    const sums = resume(key, range, kept);
    return { key, sums, keptUntil: sums.until };
  });
  const fault = await sumUp(tables, usage, inTime, pace);
  await keep(tables, account.id, usage, range, pace);
  if (fault === undefined) return new Map(usage.map(({ key, sums }) => [key.hash, sums]));
  throw inTime.aborted ? new SummingUnfinished('Summing is not finished.') : fault;
};

/** What is read of a key. */
interface KeyUsage {
  readonly key: AccountKey;
  readonly sums: KeySums;
  /** How far it was summed before. */
  readonly keptUntil: number;
}

/** Sums up what is not summed yet. Gives the first fault that kept it from summing up all. */
const sumUp = (
  { client, quotaTable }: UsageTables,
  usage: readonly KeyUsage[],
  inTime: AbortSignal,
  { workers, pageSize }: Pace,
): Promise<unknown> => {
  const unsummed = usage.filter(({ sums }) => sums.until < sums.end);
  return inParallel(unsummed, workers, async ({ key, sums }) => {
    const query = { table: quotaTable, hash: key.hash, from: startOf(sums.until), pageSize };
    for await (const windows of usedWindows(client, query, inTime)) add(sums, windows);
    sums.until = sums.end;
  });
};

/** Keeps what was summed up and no longer changes. Where that fails, it will be summed up again. */
const keep = async (
  { client, quotaTable }: UsageTables,
  account: string,
  usage: readonly KeyUsage[],
  range: UsageRange,
  { workers }: Pace,
): Promise<void> => {
  const days = new Map<number, Map<string, readonly number[]>>();
  for (const { key, sums, keptUntil } of usage) {
    for (const [day, counts] of newSums(sums, keptUntil, range)) {
      days.set(day, (days.get(day) ?? new Map()).set(key.hash, counts));
    }
  }
  const fault = await inParallel(days, workers, ([day, sums]) =>
    keepSums(client, quotaTable, account, day, sums),
  );
  if (fault !== undefined) logFault(fault);
};
