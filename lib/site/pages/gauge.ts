/** The gauge of the quota, which fills again by itself when the window turns. */
import { quotaStatus } from '../../../functions/quota/window.ts';
import type { Quota } from './quota.ts';

/** What the page does with the gauge. */
export interface Gauge {
  /** Shows a quota, or that none is known. */
  readonly show: (quota: Quota | undefined) => void;
}

/**
 * Brings the gauge to life.
 *
 * @param onTick - takes the seconds to the turn of the window: now, each second, and 0 at the turn.
 */
export const createGauge = (section: HTMLElement, onTick: (seconds: number) => void): Gauge => {
  const meter = section.querySelector('meter') as HTMLMeterElement;
  const left = section.querySelector('.left') as HTMLElement;
  const turn = section.querySelector('.turn') as HTMLElement;
  const fill = section.querySelector('.fill') as HTMLElement;
  let timer: ReturnType<typeof setInterval> | undefined;

  const draw = (limit: number, remaining: number, text: string) => {
    left.textContent = text;
    meter.max = limit;
    meter.value = remaining;
    fill.style.inlineSize = `${(100 * remaining) / limit}%`;
    section.dataset.status = quotaStatus(remaining, limit);
  };

  const drawQuota = (limit: number, remaining: number) =>
    draw(limit, remaining, `${remaining} of ${limit} calls left`);

  return {
    show: (quota) => {
      clearInterval(timer);
      turn.textContent = '';
      if (quota === undefined) {
        draw(1, 0, 'not known');
        return;
      }
      drawQuota(quota.limit, quota.remaining);
      const used = quota.remaining < quota.limit;
      const turnsAt = Date.now() + quota.resetsInSeconds * 1000;
      const tick = () => {
        const seconds = Math.max(0, Math.ceil((turnsAt - Date.now()) / 1000));
        if (seconds === 0) {
          clearInterval(timer);
          drawQuota(quota.limit, quota.limit);
        }
        if (used) turn.textContent = seconds === 0 ? 'full again' : `full again in ${seconds} s`;
        onTick(seconds);
      };
      timer = setInterval(tick, 250);
      tick();
    },
  };
};
