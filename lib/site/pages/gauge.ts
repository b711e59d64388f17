/** The gauge of the quota. It refills by itself when the window ends. */
import { quotaStatus } from '../../../functions/quota/window.ts';
import { duration } from './duration.ts';
import type { Quota } from './quota.ts';

/** Shows a quota, or that it is unknown. */
export type ShowQuota = (quota: Quota | undefined) => void;

/** Called when the gauge changes. */
export interface Onlooker {
  /** The seconds until the window ends: now, each second, and 0 at its end. */
  readonly tick?: (seconds: number) => void;
  /** The limit and what is left of it, if known. */
  readonly draw?: (limit: number, remaining: number | undefined) => void;
}

export const createGauge = (section: HTMLElement, onlooker: Onlooker = {}): ShowQuota => {
  const meter = section.querySelector('meter') as HTMLMeterElement;
  const left = section.querySelector('.left') as HTMLElement;
  const turn = section.querySelector('.turn') as HTMLElement;
  const fill = section.querySelector('.fill') as HTMLElement;
  let timer: ReturnType<typeof setInterval> | undefined;

  const draw = (limit: number, remaining?: number) => {
    const known = remaining !== undefined;
    left.textContent = known ? `${remaining} of ${limit} requests left` : 'not known';
    meter.max = limit;
    meter.value = remaining ?? 0;
    fill.style.inlineSize = `${(100 * meter.value) / limit}%`;
    section.dataset.status = known ? quotaStatus(remaining, limit) : 'unknown';
    onlooker.draw?.(limit, remaining);
  };

  return (quota) => {
    clearInterval(timer);
    turn.textContent = '';
    draw(quota?.limit ?? 1, quota?.remaining);
    if (quota === undefined) return;
    const used = quota.remaining < quota.limit;
    const turnsAt = Date.now() + quota.resetsInSeconds * 1000;
    const tick = () => {
      const seconds = Math.max(0, Math.ceil((turnsAt - Date.now()) / 1000));
      if (seconds === 0) {
        clearInterval(timer);
        draw(quota.limit, quota.limit);
      }
      if (used)
        turn.textContent = seconds === 0 ? 'full again' : `full again in ${duration(seconds)}`;
      onlooker.tick?.(seconds);
    };
    timer = setInterval(tick, 250);
    tick();
  };
};
