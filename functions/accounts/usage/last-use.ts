import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { type Plan, windowAt } from '../../quota/window.ts';
import { windowName } from '../../quota/window-item.ts';
import { usedWindows } from './used-windows.ts';

/** How long the look may take with all its attempts, in milliseconds. */
const timeout = 2_000;

/**
 * The windows of a page, some 120 bytes each: one read unit. One page tells, unless the newest windows have
 * no accepted call, because the service failed all that were made in them; then older ones are looked at.
 */
const pageSize = 30;
const mostPages = 30;

/** How a key was used last. */
export interface LastUse {
  /** The start of the last window with an accepted call, in ISO 8601; `undefined` where none is found. */
  readonly lastUsedAt: string | undefined;
  /** Slots left of the current window. */
  readonly remaining: number;
  /** Whole seconds until the window resets, at least 1. */
  readonly resetsInSeconds: number;
}

/**
 * Looks up how a key was used last and what it has left, by one Query of its newest windows. It shows
 * what was taken a moment ago, and takes nothing.
 *
 * @param hash The key's SHA-256 in hexadecimal.
 * @param now In milliseconds since the epoch.
 * @throws DynamoDB's error when the look fails.
 */
export const lastUse = async (
  client: DynamoDBClient,
  quotaTable: string,
  hash: string,
  plan: Plan,
  now: number,
): Promise<LastUse> => {
  const window = windowAt(plan, now);
  const current = windowName(window);
  const pages = usedWindows(
    client,
    { table: quotaTable, hash, newestFirst: true, pageSize },
    AbortSignal.timeout(timeout),
  );
  let used = 0;
  let last: number | undefined;
  let read = 0;
  for await (const page of pages) {
    used = page.find(({ name }) => name === current)?.used ?? used;
    last ??= page.find(({ used }) => used > 0)?.start;
    read += 1;
    // A plan whose windows were shorter a moment ago has newer ones than the current.
    const passed = page.some(({ name }) => name <= current);
    if ((last !== undefined && passed) || read === mostPages) break;
  }
  return {
    lastUsedAt: last === undefined ? undefined : new Date(last * 1000).toISOString(),
    remaining: Math.max(0, plan.limit - used),
    resetsInSeconds: window.resetsInSeconds,
  };
};
