/** Combines the answers of `GET /account/usage`, each for a part of the time shown. */

import type { AccountView, KeyView } from '../../../../functions/accounts/views.ts';
import type { UsageView } from '../../../../functions/endpoints/usage/usage-view.ts';
import { dayMs } from '../../../../functions/units/time.ts';
import type { Quota } from '../quota.ts';

const shownHours = 24;
const shownDays = 30;

/** Usage as far as it is known. */
export interface UsageHistory {
  /** The last known hours and days, the oldest first. */
  readonly hours: readonly string[];
  readonly days: readonly string[];
  /** The accepted calls of a key by hour and day: see {@link countOf}. */
  readonly counts: Readonly<Record<string, number>>;
  readonly keys: Readonly<Record<string, KnownUse>>;
}

interface KnownUse {
  /** In ISO 8601; `null` if it was not used in the known time. */
  readonly lastUsedAt: string | null;
  /** `null` for a key that is gone. */
  readonly quota: {
    readonly remaining: number;
    readonly limit: number;
    /** When the window resets, in milliseconds since the epoch. */
    readonly resetsAt: number;
  } | null;
}

/** The accepted calls of a key, or of all (id ''), in an hour or on a day. */
export const countOf = ({ counts }: UsageHistory, id: string, time: string): number =>
  counts[`${id} ${time}`] ?? 0;

/** Whether a key, or any for the id '', had an accepted call on the known days. */
export const hasCalls = (usage: UsageHistory, id: string): boolean =>
  usage.days.some((day) => countOf(usage, id, day) > 0);

export const isComplete = ({ days }: UsageHistory): boolean => days.length >= shownDays;

/**
 * The next query: first the last 24 hours, then the last 30 days, then the day on which the known usage ended.
 * By the service's clock.
 */
export const nextQuery = (known: UsageHistory | undefined): string => {
  if (known === undefined) return '';
  const day = Date.parse(String(known.days.at(-1)));
  const from = isComplete(known) ? day : day - (shownDays - 1) * dayMs;
  return `?from=${new Date(from).toISOString()}`;
};

/**
 * Adds an answer. It has all keys of the account, so it replaces what is known of its time.
 *
 * @param now - when it came, in milliseconds since the epoch.
 */
export const merge = (
  known: UsageHistory | undefined,
  answer: UsageView,
  now: number,
): UsageHistory => {
  const times = [...answer.hours, ...answer.days];
  const counts: Record<string, number> = { ...known?.counts };
  const keys = { ...known?.keys };
  for (const { id, hours, days } of [{ id: '', ...answer.account }, ...answer.keys]) {
    for (const [index, count] of [...hours, ...days].entries())
      counts[`${id} ${times[index]}`] = count;
  }
  for (const { id, last_used_at, quota } of answer.keys) {
    keys[id] = {
      lastUsedAt: last_used_at ?? keys[id]?.lastUsedAt ?? null,
      quota: quota && {
        remaining: quota.remaining,
        limit: quota.limit,
        resetsAt: now + quota.resets_in_seconds * 1000,
      },
    };
  }
  const latest = (before: readonly string[] = [], after: readonly string[], most: number) =>
    [...new Set([...before, ...after])].sort().slice(-most);
  return {
    hours: latest(known?.hours, answer.hours, shownHours),
    days: latest(known?.days, answer.days, shownDays),
    counts,
    keys,
  };
};

/** The use of a key. `undefined`: not loaded yet. */
export interface KeyUse {
  /** What is left of an active key's window. */
  readonly quota: Quota | undefined;
  /** In ISO 8601; `null` if it was not used in the days shown. */
  readonly lastUsedAt: string | null | undefined;
}

/**
 * The use of a key. Its quota is full after the window's reset, and if it was created after usage was read.
 *
 * @param now - in milliseconds since the epoch.
 */
export const useOf = (
  { plan }: AccountView,
  usage: UsageHistory | undefined,
  { id, status }: KeyView,
  now: number,
): KeyUse => {
  const { quota, lastUsedAt } = usage?.keys[id] ?? {};
  const { limit = plan.limit, remaining = limit, resetsAt = now } = quota ?? {};
  const resetsInSeconds = (resetsAt - now) / 1000;
  return {
    quota:
      usage && status === 'active'
        ? { limit, remaining: resetsInSeconds > 0 ? remaining : limit, resetsInSeconds }
        : undefined,
    lastUsedAt: lastUsedAt ?? (usage && isComplete(usage) ? null : undefined),
  };
};
