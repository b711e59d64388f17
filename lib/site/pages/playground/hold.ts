/** Holding the button screams louder and louder. */
import { maxIntensity } from '../../../../functions/endpoints/capitalization.ts';

/** A shorter press is a click, in milliseconds. */
const clickTime = 400;

/** From one intensity to the next, in milliseconds. */
const stepTime = 300;

interface Scream {
  /** The slider's intensity; undefined if holding does nothing now. */
  readonly begin: () => number | undefined;
  /** Sets the intensity while the button is held, and at the end. */
  readonly set: (intensity: number, isHeld: boolean) => void;
  readonly send: () => Promise<void>;
}

/**
 * Raises the intensity from 1 while the button is held, and sends when it is released. Leaving the button, Escape and a
 * gesture of the browser restore the slider, and send nothing.
 */
export const holdToScream = (button: HTMLButtonElement, { begin, set, send }: Scream): void => {
  let press: { readonly pointerId: number; readonly before: number; intensity: number } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the press is longer than a click, which then does nothing. */
  let isLong = false;

  const getLouder = (held: NonNullable<typeof press>) => {
    isLong = true;
    held.intensity = Math.min(held.intensity + 1, maxIntensity);
    set(held.intensity, true);
    timer = setTimeout(getLouder, stepTime, held);
  };
  /** @param pointerId - undefined to end any press. */
  const end = (pointerId = press?.pointerId) => {
    if (pointerId !== press?.pointerId) return undefined;
    clearTimeout(timer);
    const ended = isLong ? press : undefined;
    press = undefined;
    return ended;
  };
  const cancel = ({ pointerId }: Partial<PointerEvent> = {}) => {
    const held = end(pointerId);
    if (held) set(held.before, false);
  };

  button.addEventListener('pointerdown', ({ pointerId, isPrimary, button: pressed }) => {
    // Another finger.
    if (press) return;
    isLong = false;
    const before = isPrimary && pressed === 0 ? begin() : undefined;
    if (before === undefined) return;
    // A captured finger never leaves the button.
    if (button.hasPointerCapture(pointerId)) button.releasePointerCapture(pointerId);
    press = { pointerId, before, intensity: 0 };
    timer = setTimeout(getLouder, clickTime, press);
  });
  button.addEventListener('pointerup', ({ pointerId }) => {
    const held = end(pointerId);
    if (!held) return;
    set(held.intensity, false);
    void send();
  });
  button.addEventListener('pointerleave', cancel);
  button.addEventListener('pointercancel', cancel);
  // A window in the background misses the release.
  addEventListener('blur', () => cancel());
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') cancel();
  });
  // A long press of a finger would open a menu.
  button.addEventListener('contextmenu', (event) => {
    if (press) event.preventDefault();
  });
  button.addEventListener('click', (event) => {
    const isByKeyboard = event.detail === 0;
    if (isLong && !isByKeyboard) event.preventDefault();
  });
};
