/** Where the text becomes the page, in its voice. */
import { type Content, element } from '../element.ts';
import { emphasizedPieces } from './emphasis.ts';
import type { TextRequest } from './request.ts';
import type { VoiceAnswer } from './voices.ts';

/** The stage. */
export interface Stage {
  /** Shows the answer to a request, or its text as it is where there is no answer. */
  readonly show: (request: TextRequest, answer: VoiceAnswer | undefined) => void;
  /** Fades what is shown, or brings it back. */
  readonly fade: (faded: boolean) => void;
}

/** Brings the stage to life. */
export const createStage = (stage: HTMLElement): Stage => {
  const output = stage.querySelector('output') as HTMLElement;
  return {
    show: ({ voice, value = 1, text }, answer) => {
      stage.dataset.voice = voice;
      stage.style.setProperty('--intensity', String(value));
      output.replaceChildren(...(answer ? contentOf(answer) : [text]));
      stage.dataset.length = lengthName(output.textContent ?? '');
      for (const animation of output.getAnimations()) {
        animation.cancel();
        animation.play();
      }
      // A long answer is read from its beginning.
      scrollTo(0, 0);
    },
    fade: (faded) => stage.toggleAttribute('data-faded', faded),
  };
};

/** An answer as it is shown. */
const contentOf = ({ body, order = [] }: VoiceAnswer): Content => {
  if (!('emphasized_words' in body)) return [body.result];
  const { original, result, emphasized_words: words } = body;
  const ranks = new Map(order.map((index, rank) => [index, rank / words.length]));
  let index = 0;
  return emphasizedPieces(original, result, words).map(({ text, bold }) => {
    if (!bold) return text;
    const word = element('strong', '', text);
    word.style.setProperty('--rank', String(ranks.get(index) ?? 1));
    index += 1;
    return word;
  });
};

/** How large a text can be set, by its length: a name that the style sheet knows. */
const lengthName = ({ length }: string): 'word' | 'line' | 'lines' | 'paragraph' | 'page' => {
  if (length <= 12) return 'word';
  if (length <= 48) return 'line';
  if (length <= 140) return 'lines';
  return length <= 500 ? 'paragraph' : 'page';
};
