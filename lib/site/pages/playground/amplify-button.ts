import { duration } from '../duration.ts';

/** The button. When no call is left it counts down, and comes back by itself. */
export interface AmplifyButton {
  /** Closes it until the window turns. */
  readonly wait: () => void;
  readonly waiting: () => boolean;
  readonly open: () => void;
  /** Takes the seconds to the turn of the window, and 0 at the turn. */
  readonly tick: (seconds: number) => void;
}

/**
 * Brings the button to life.
 *
 * @param onBack - is called when it has come back.
 */
export const amplifyButton = (button: HTMLButtonElement, onBack: () => void): AmplifyButton => {
  const label = button.querySelector('.label') as HTMLElement;
  const usual = label.textContent;
  let waiting = false;
  const open = () => {
    waiting = false;
    label.textContent = usual;
    button.ariaDisabled = null;
  };
  return {
    open,
    waiting: () => waiting,
    wait: () => {
      waiting = true;
      // Not `disabled`: who has it in focus would lose their place.
      button.ariaDisabled = 'true';
    },
    tick: (seconds) => {
      if (!waiting) return;
      label.textContent = `Again in ${duration(seconds)}`;
      if (seconds > 0) return;
      open();
      onBack();
    },
  };
};
