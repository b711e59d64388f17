/** The section on usage: what is left, and the charts, of one key or of all. */

import type { AccountView } from '../../../../functions/accounts/views.ts';
import { createGauge } from '../gauge.ts';
import { drawChart } from './chart.ts';
import { createFirstCall } from './first-call.ts';
import { Refused } from './refused.ts';
import { part } from './template.ts';
import { dayBars, hourBars, quotaOf } from './usage-bars.ts';
import { hasCalls, isComplete, type UsageHistory } from './usage-history.ts';
import { type LoadUsage, usageLoader } from './usage-loader.ts';

/**
 * Shows the section for the account as it was just read. Rejects where the page ends: see `Refused`.
 *
 * @param atOnce - whether usage is to be read now, rather than in its turn.
 */
export type ShowUsage = (account: AccountView, atOnce: boolean) => Promise<void>;

/**
 * Brings the section to life.
 *
 * @param onChange - takes the account and its usage, as far as that is known, whenever one of them was read.
 */
export const createUsage = (
  section: HTMLElement,
  load: LoadUsage,
  onChange: (account: AccountView, usage: UsageHistory | undefined) => void,
): ShowUsage => {
  const whose = part<HTMLSelectElement>(section, '#whose');
  const state = part(section, '#usage-state');
  const quota = part(section, '#quota');
  const gauge = createGauge(quota);
  const showFirstCall = createFirstCall(section);
  let account: AccountView | undefined;
  let usage: UsageHistory | undefined;

  const draw = () => {
    if (account === undefined) return;
    drawChoice(whose, account, usage);
    const left = quotaOf(account, usage, whose.value, Date.now());
    quota.hidden = left === undefined;
    gauge.show(left);
    const called = usage !== undefined && hasCalls(usage, whose.value);
    part(section, '#charts').hidden = !called;
    part(section, '#as-tables').hidden = !called;
    // Until all days are known, it is not known that there was no call.
    part(section, '#first-call').hidden = called || usage === undefined || !isComplete(usage);
    showFirstCall(account, whose.value);
    if (usage === undefined) return;
    drawChart(part(section, '#hours'), hourBars(usage, whose.value), 'an hour');
    part(section, '#days').hidden = !isComplete(usage);
    drawChart(part(section, '#days'), dayBars(usage, whose.value), 'a day');
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
    if (usage === undefined) state.textContent = 'Loading …';
    try {
      await loadUsage(atOnce);
    } catch (error) {
      if (!(error instanceof Refused) || error.status === 401 || error.status === 410) throw error;
      state.textContent = 'Usage could not be loaded completely. Trying again soon.';
    }
  };
};

/** Lets the reader choose among all keys that work, or were used. */
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
  const options = [...names].map(([id, name]) => new Option(name, id, false, id === whose.value));
  // Left alone while it says the same: it may be open.
  const same = options.every(({ value, text }, index) => {
    const there = whose.options[index];
    return there?.value === value && there.text === text;
  });
  if (!same || options.length !== whose.options.length) whose.replaceChildren(...options);
};

/** Lets the reader see the tables in place of the bars. */
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
