/** The section on usage: what is left, and the charts, of one key or of all. */
import { createGauge, type Quota } from '../gauge.ts';
import { drawChart } from './chart.ts';
import { part } from './dialog.ts';
import { Refused } from './refused.ts';
import { moment } from './times.ts';
import { countsOf, dayBars, hourBars } from './usage-bars.ts';
import type { AccountView, UsageView } from './views.ts';

/** The section on the page. */
export interface Usage {
  /** Shows what is left of the window, by the account as it was just read. */
  readonly showAccount: (account: AccountView) => void;
  /** Asks for the usage anew. Resolves to whether it came. Rejects when the session has ended. */
  readonly refresh: () => Promise<boolean>;
}

/**
 * Brings the section to life.
 *
 * @param load - gives the usage in a time zone.
 */
export const createUsage = (
  section: HTMLElement,
  load: (timeZone: string) => Promise<UsageView>,
): Usage => {
  const whose = part<HTMLSelectElement>(section, '#whose');
  const state = part(section, '#usage-state');
  const quota = part(section, '#quota');
  const gauge = createGauge(quota, () => {});
  const tables = part(section, '#as-tables');
  let account: AccountView | undefined;
  let usage: UsageView | undefined;
  /** How often it was asked for: what comes late is not shown any more. */
  let asked = 0;

  const drawChoice = () => {
    const names = new Map([['', 'all keys']]);
    for (const { id, name } of usage?.keys ?? []) names.set(id, name);
    for (const { id, name, start, status } of account?.keys ?? []) {
      if (names.has(id) || status !== 'expired') names.set(id, `${name} (${start}…)`);
    }
    const options = [...names].map(([id, name]) => new Option(name, id, false, id === whose.value));
    const before = [...whose.options].map(({ value, text }) => value + text).join();
    if (before !== options.map(({ value, text }) => value + text).join()) {
      whose.replaceChildren(...options);
    }
  };

  const drawQuota = () => {
    const left = quotaOf(account, whose.value);
    quota.hidden = left === undefined;
    gauge.show(left);
  };

  const draw = () => {
    drawChoice();
    drawQuota();
    part(section, '#charts').hidden = usage === undefined;
    if (usage === undefined) return;
    const counts = countsOf(usage, whose.value);
    drawChart(part(section, '#hours'), hourBars(usage, counts), 'an hour');
    drawChart(part(section, '#days'), dayBars(usage, counts), 'a day');
    const since = usage.complete_since;
    part(section, '#zone').textContent = [
      `Hours and days are those of ${usage.time_zone}.`,
      ...(since === null ? [] : [`Counted since ${moment(Date.parse(since))}.`]),
    ].join(' ');
  };

  whose.addEventListener('change', draw);
  tables.addEventListener('click', () => {
    const shown = tables.ariaPressed !== 'true';
    tables.ariaPressed = String(shown);
    for (const behind of section.querySelectorAll('.behind')) {
      behind.classList.toggle('hidden', !shown);
    }
    for (const bars of section.querySelectorAll<HTMLElement>('.bars')) bars.hidden = shown;
  });

  return {
    showAccount: (read) => {
      account = read;
      drawChoice();
      drawQuota();
    },
    refresh: async () => {
      asked += 1;
      const mine = asked;
      if (usage === undefined) state.textContent = 'Calls are being added up …';
      try {
        const answer = await inOwnTime(load);
        if (mine !== asked) return false;
        usage = answer;
        state.textContent = '';
        draw();
        return true;
      } catch (error) {
        if (!(error instanceof Refused) || error.status === 401) throw error;
        if (mine !== asked) return false;
        state.textContent =
          error.retryAfter === undefined
            ? 'How many calls there were is not known now. It is asked for again.'
            : 'There are many calls to add up: it goes on in a moment.';
        return false;
      }
    },
  };
};

/** Loads by the reader's own clock, or by UTC where the service does not know their time zone. */
const inOwnTime = async (load: (timeZone: string) => Promise<UsageView>): Promise<UsageView> => {
  const { timeZone = 'UTC' } = Intl.DateTimeFormat().resolvedOptions();
  try {
    return await load(timeZone);
  } catch (error) {
    if (error instanceof Refused && error.status === 422) return load('UTC');
    throw error;
  }
};

/** What is left to a key, or to all together; undefined where none has a window. */
const quotaOf = (account: AccountView | undefined, id: string): Quota | undefined => {
  const quotas = (account?.keys ?? [])
    .filter((key) => id === '' || key.id === id)
    .flatMap(({ quota }) => (quota === null ? [] : [quota]));
  if (quotas.length === 0) return undefined;
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return {
    limit: sum(quotas.map(({ limit }) => limit)),
    remaining: sum(quotas.map(({ remaining }) => remaining)),
    resetsInSeconds: Math.min(...quotas.map(({ resets_in_seconds: seconds }) => seconds)),
  };
};
