/** The section on usage: what is left, and the charts, of one key or of all. */

import type { UsageView } from '../../../../functions/accounts/usage/usage-view.ts';
import type { AccountView } from '../../../../functions/accounts/views.ts';
import { createGauge } from '../gauge.ts';
import { drawChart } from './chart.ts';
import { Refused } from './refused.ts';
import { part } from './template.ts';
import { moment } from './times.ts';
import { countsOf, dayBars, hourBars, quotaOf } from './usage-bars.ts';
import { type LoadUsage, usageLoader } from './usage-loader.ts';

/**
 * Shows the section, by the account as it was just read. Rejects where the page ends: see `Refused`.
 *
 * @param atOnce - whether the charts shall be as new as the account.
 */
export type ShowUsage = (account: AccountView, atOnce: boolean) => Promise<void>;

/** Brings the section to life. */
export const createUsage = (section: HTMLElement, load: LoadUsage): ShowUsage => {
  const whose = part<HTMLSelectElement>(section, '#whose');
  const state = part(section, '#usage-state');
  const quota = part(section, '#quota');
  const gauge = createGauge(quota);
  const loadIfNew = usageLoader(load);
  let account: AccountView | undefined;
  let usage: UsageView | undefined;

  const draw = () => {
    if (account === undefined) return;
    drawChoice(whose, account, usage);
    const left = quotaOf(account, whose.value);
    quota.hidden = left === undefined;
    gauge.show(left);
    part(section, '#charts').hidden = usage === undefined;
    if (usage === undefined) return;
    const counts = countsOf(usage, whose.value);
    drawChart(part(section, '#hours'), hourBars(usage, counts), 'an hour');
    drawChart(part(section, '#days'), dayBars(usage, counts), 'a day');
    part(section, '#zone').textContent = whenText(usage);
  };

  whose.addEventListener('change', draw);
  asTables(section);

  return async (read, atOnce) => {
    account = read;
    draw();
    if (usage === undefined) state.textContent = 'Calls are being added up …';
    try {
      usage = (await loadIfNew(read, atOnce)) ?? usage;
      if (usage !== undefined) state.textContent = '';
      draw();
    } catch (error) {
      if (!(error instanceof Refused) || error.status === 401 || error.status === 410) throw error;
      state.textContent =
        error.retryAfter === undefined
          ? 'How many calls there were is not known now. It is asked for again.'
          : 'There are many calls to add up: it goes on in a moment.';
    }
  };
};

/** Lets the reader choose among all keys that work, or were used. */
const drawChoice = (
  whose: HTMLSelectElement,
  account: AccountView,
  usage: UsageView | undefined,
): void => {
  const names = new Map([['', 'all keys']]);
  const used = new Set(usage?.keys.map(({ id }) => id));
  for (const { id, name, start, status } of account.keys) {
    const ended = status === 'expired' || status === 'revoked';
    if (!ended || used.has(id)) names.set(id, `${name} (${start}…)`);
  }
  const options = [...names].map(([id, name]) => new Option(name, id, false, id === whose.value));
  // Left alone while it says the same: it may be open.
  const same = options.every(({ value, text }, index) => {
    const there = whose.options[index];
    return there?.value === value && there.text === text;
  });
  if (!same || options.length !== whose.options.length) whose.replaceChildren(...options);
};

const whenText = ({ time_zone, complete_since: since }: UsageView): string =>
  [
    `Hours and days are those of ${time_zone}.`,
    ...(since === null ? [] : [`Counted since ${moment(Date.parse(since))}.`]),
  ].join(' ');

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
