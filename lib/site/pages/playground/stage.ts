/** Where the text becomes the page: the last answer, in its voice. */

import { lengthName } from './length.ts';
import type { TextRequest } from './text-request.ts';
import { type VoiceAnswer, voices } from './voices.ts';

/** The stage. */
export interface Stage {
  /** Shows an answer. */
  readonly show: (request: TextRequest, answer: VoiceAnswer) => void;
  /** Has what is shown fade, or come back: whether it is of another text than the one that is typed. */
  readonly fade: (faded: boolean) => void;
  /** Has a scream that is shown grow and shake as its slider says. */
  readonly grow: (intensity: number) => void;
}

/** Brings the stage to life. */
export const createStage = (stage: HTMLElement, output: HTMLElement): Stage => {
  const grow = (intensity: number) => {
    stage.style.setProperty('--intensity', String(intensity));
    for (const animation of output.getAnimations()) {
      animation.cancel();
      animation.play();
    }
  };
  return {
    grow,
    show: ({ voice, value = 1 }, answer) => {
      stage.dataset.voice = voice;
      const content = voices[voice].show(answer);
      output.replaceChildren(...content);
      stage.dataset.length = lengthName(output.textContent ?? '');
      grow(value);
      // A long answer is read from its beginning.
      scrollTo(0, 0);
    },
    fade: (faded) => stage.toggleAttribute('data-faded', faded),
  };
};
