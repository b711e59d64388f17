/** The usage section: quota and charts, of one key or of all. */

import type { AccountView } from '../../../../functions/accounts/views.ts';
import type { UsageView } from '../../../../functions/endpoints/usage/usage-view.ts';
import { createGauge } from '../gauge.ts';
import { createChart } from './chart.ts';
import { createFirstCall } from './first-call.ts';
import { Refused } from './refused.ts';
import { part } from './template.ts';
import { dayBars, hourBars, onlyKey } from './usage-bars.ts';
import {
  hasCalls,
  isComplete,
  merge,
  nextQuery,
  type UsageHistory,
  useOf,
} from './usage-history.ts';

/** The shortest time between reads of usage, in milliseconds: it costs more than reading the account. */
const pace = 30_000;

type LoadUsage = (query: string) => Promise<UsageView>;

/**
 * Shows the section for an account. Rejects with `Refused` if the page ends.
 *
 * @param atOnce - whether to read usage now, rather than after the pause.
 */
export type ShowUsage = (account: AccountView, atOnce: boolean) => Promise<void>;

/** @param onChange - gets the account and its known usage after each read. */
export const createUsage = (
  section: HTMLElement,
  load: LoadUsage,
  onChange: (account: AccountView, usage: UsageHistory | undefined) => void,
): ShowUsage => {
  const whose = part<HTMLSelectElement>(section, '#whose');
  const state = part(section, '#usage-state');
  const quota = part(section, '#quota');
  // The table shows the same quota, so it is full again at the same time.
  const showQuota = createGauge(quota, {
    tick: (seconds) => {
      if (seconds === 0 && account !== undefined) onChange(account, usage);
    },
  });
  const showHours = createChart(part(section, '#hours'), 'an hour');
  const showDays = createChart(part(section, '#days'), 'a day');
  const showFirstCall = createFirstCall(section);
  let account: AccountView | undefined;
  let usage: UsageHistory | undefined;

  const draw = () => {
    if (account === undefined) return;
    drawChoice(whose, account, usage);
    const key = onlyKey(account, whose.value);
    quota.hidden = key === undefined;
    showQuota(key && useOf(account, usage, key, Date.now()).quota);
    // Until all days are known, it is not known that there was no call.
    const unused = usage !== undefined && isComplete(usage) && !hasCalls(usage, whose.value);
    part(section, '#charts').hidden = unused;
    part(section, '#as-tables').hidden = unused;
    part(section, '#first-call').hidden = !unused;
    showFirstCall(account, whose.value);
    if (usage === undefined) return;
    showHours(hourBars(usage, whose.value));
    if (isComplete(usage)) showDays(dayBars(usage, whose.value));
  };
  const change = () => {
    draw();
    if (account !== undefined) onChange(account, usage);
  };

  const loadUsage = usageLoader(load, (known) => {
    usage = known;
    state.textContent = '';
    change();
  });

  whose.addEventListener('change', draw);
  asTables(section);

  return async (read, atOnce) => {
    account = read;
    change();
    try {
      await loadUsage(atOnce);
    } catch (error) {
      if (!(error instanceof Refused) || error.status === 401 || error.status === 410) throw error;
      state.textContent = 'Usage could not be loaded completely. Trying again soon.';
    }
  };
};

/** Fills the choice with all keys that are active or were used. */
const drawChoice = (
  whose: HTMLSelectElement,
  account: AccountView,
  usage: UsageHistory | undefined,
): void => {
  const names = new Map([['', 'all keys']]);
  for (const { id, name, start, status } of account.keys) {
    const ended = status === 'expired' || status === 'revoked';
    if (!ended || usage?.keys[id]?.lastUsedAt) names.set(id, `${name} (${start}…)`);
  }
  const shown = Array.from(whose.options, ({ value, textContent }) => [value, textContent]);
  // Unchanged options stay: the list may be open.
  if (JSON.stringify(shown) === JSON.stringify([...names])) return;
  const { value } = whose;
  whose.replaceChildren(
    ...[...names].map(([id, name]) => new Option(name, id, false, id === value)),
  );
};

const asTables = (section: HTMLElement): void => {
  const button = part(section, '#as-tables');
  button.addEventListener('click', () => {
    const shown = button.ariaPressed !== 'true';
    button.ariaPressed = String(shown);
    for (const table of section.querySelectorAll('.behind')) {
      table.classList.toggle('hidden', !shown);
    }
    for (const bars of section.querySelectorAll<HTMLElement>('.bars')) bars.hidden = shown;
  });
};

/**
 * Loads usage: first the last 24 hours, then the last 30 days, then what is new.
 *
 * @param show - gets all that is known, after each answer.
 */
const usageLoader = (load: LoadUsage, show: (usage: UsageHistory) => void) => {
  let known: UsageHistory | undefined;
  let at = 0;
  let loading = false;
  const next = async (): Promise<UsageHistory> => {
    const answer = await load(nextQuery(known));
    known = merge(known, answer, Date.now());
    show(known);
    return known;
  };
  /** @param atOnce - whether to read now, rather than after the pause. */
  return async (atOnce: boolean): Promise<void> => {
    if (loading || (!atOnce && Date.now() - at < pace)) return;
    at = Date.now();
    loading = true;
    try {
      if (!isComplete(await next())) await next();
    } finally {
      loading = false;
    }
  };
};
