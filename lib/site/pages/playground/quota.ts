/** The key's quota: the ring, the gauge in the drawer, and the main button, which waits for a new window. */

import { duration } from '../duration.ts';
import { createGauge, type ShowQuota } from '../gauge.ts';

export interface QuotaView {
  readonly show: ShowQuota;
  /** Disables the button until the window ends. */
  readonly close: () => void;
  readonly isClosed: () => boolean;
  /** Enables the button. */
  readonly open: () => void;
}

interface Parts {
  readonly gauge: HTMLElement;
  readonly ring: HTMLElement;
  readonly button: HTMLButtonElement;
  /** Called when the window has ended. */
  readonly onReset: () => void;
}

export const createQuotaView = ({ gauge, ring, button, onReset }: Parts): QuotaView => {
  const label = button.querySelector('.label') as HTMLElement;
  const usual = label.textContent;
  const isClosed = () => button.ariaDisabled === 'true';
  const open = () => {
    label.textContent = usual;
    button.ariaDisabled = null;
  };
  const tick = (seconds: number) => {
    if (!isClosed()) return;
    label.textContent = `Again in ${duration(seconds)}`;
    if (seconds > 0) return;
    open();
    onReset();
  };
  const show = createGauge(gauge, { tick, draw: ringOf(ring) });
  return {
    show,
    close: () => {
      // Not `disabled`, which would lose the focus.
      button.ariaDisabled = 'true';
    },
    isClosed,
    open,
  };
};

const ringOf = (ring: HTMLElement) => {
  const number = ring.querySelector('.count') as HTMLElement;
  const label = ring.querySelector('.label') as HTMLElement;
  const fill = ring.querySelector('.fill') as SVGElement;
  const unknown = label.textContent;
  return (limit: number, remaining: number | undefined): void => {
    const left = remaining ?? 0;
    number.textContent = remaining === undefined ? '' : brief(remaining);
    label.textContent =
      remaining === undefined ? unknown : `request${remaining === 1 ? '' : 's'} left`;
    fill.setAttribute('stroke-dasharray', `${(100 * left) / limit} 100`);
  };
};

/** A number that fits into the ring, e.g. `12k`. */
const brief = (count: number): string =>
  count < 1000 ? String(count) : `${Math.floor(count / 1000)}k`;
