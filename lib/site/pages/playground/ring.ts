/** The quota as a small ring, which is always there. */
import { quotaStatus } from '../../../../functions/quota/window.ts';

/** Draws what is left of how many calls, as far as that is known. */
export type Ring = (limit: number, remaining: number | undefined) => void;

/** Brings the ring to life. */
export const createRing = (ring: HTMLElement): Ring => {
  const number = ring.querySelector('text') as SVGElement;
  const fill = ring.querySelector('.fill') as SVGElement;
  const name = ring.querySelector('.words')?.textContent;
  return (limit, remaining) => {
    number.textContent = remaining === undefined ? '–' : brief(remaining);
    // Who does not see the ring is told in words.
    ring.ariaLabel =
      remaining === undefined ? `${name}` : `${name}: ${remaining} of ${limit} calls left`;
    const left = remaining ?? 0;
    fill.setAttribute('stroke-dasharray', `${(100 * left) / limit} 100`);
    ring.dataset.status = remaining === undefined ? 'unknown' : quotaStatus(left, limit);
  };
};

/** A number in as few signs as the ring has room for, e.g. `12k`. */
const brief = (count: number): string =>
  count < 1000 ? String(count) : `${Math.floor(count / 1000)}k`;
