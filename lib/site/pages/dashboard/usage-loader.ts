/** When usage is asked for, and in which time zone. */

import type { UsageView } from '../../../../functions/accounts/usage/usage-view.ts';
import type { AccountView } from '../../../../functions/accounts/views.ts';
import { Refused } from './refused.ts';

/** How long the usage shown stands at least, in milliseconds: adding it up costs more than reading the account. */
const pace = 15_000;

/** Gives the usage in a time zone. */
export type LoadUsage = (timeZone: string) => Promise<UsageView>;

/**
 * Makes what loads usage when it may be another than it was, by the account that was just read: it then
 * resolves to it, and else to undefined.
 */
export const usageLoader = (load: LoadUsage) => {
  let mark = '';
  let at = 0;
  return async ({ keys }: AccountView, atOnce: boolean): Promise<UsageView | undefined> => {
    const seen = JSON.stringify(keys.map(({ id }) => id));
    if (!atOnce && seen === mark && Date.now() - at < pace) return undefined;
    at = Date.now();
    mark = '';
    const usage = await inOwnTime(load);
    mark = seen;
    return usage;
  };
};

/** Loads by the reader's own clock, or by UTC where the service does not know their time zone. */
const inOwnTime = async (load: LoadUsage): Promise<UsageView> => {
  const { timeZone = 'UTC' } = Intl.DateTimeFormat().resolvedOptions();
  try {
    return await load(timeZone);
  } catch (error) {
    if (error instanceof Refused && error.status === 422) return load('UTC');
    throw error;
  }
};
