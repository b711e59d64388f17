/** Where the text becomes the page: the last answer, in its voice. */

import { lengthName } from './length.ts';
import { type Said, voices } from './voices.ts';
import type { Wish } from './wish.ts';

/** The stage. */
export interface Stage {
  /** Shows an answer. */
  readonly show: (wish: Wish, said: Said) => void;
  /** Has what is shown fade, or come back: whether it is of another text than the one that is typed. */
  readonly fade: (faded: boolean) => void;
  /** Has a scream that is shown grow and shake as its slider says. */
  readonly grow: (intensity: number) => void;
}

/** Brings the stage to life. */
export const createStage = (stage: HTMLElement, answer: HTMLElement): Stage => {
  const grow = (intensity: number) => {
    stage.style.setProperty('--intensity', String(intensity));
    for (const animation of answer.getAnimations()) {
      animation.cancel();
      animation.play();
    }
  };
  return {
    grow,
    show: (wish, said) => {
      const { voice, value = 1 } = wish;
      stage.dataset.voice = voice;
      const content = voices[voice].show(said);
      answer.replaceChildren(...content);
      stage.dataset.length = lengthName(answer.textContent ?? '');
      grow(value);
      // A long answer is read from its beginning.
      scrollTo(0, 0);
    },
    fade: (faded) => stage.toggleAttribute('data-faded', faded),
  };
};
