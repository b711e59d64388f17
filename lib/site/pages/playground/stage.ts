/** The stage, which shows the text in its voice. */
import { type Content, element } from '../element.ts';
import { emphasizedPieces } from './emphasis.ts';
import { fitText } from './fit-text.ts';
import type { TextRequest, VoiceName } from './request.ts';
import type { VoiceAnswer } from './voices.ts';

export interface Stage {
  /** Shows the answer to a request, or its text if there is none. */
  readonly show: (request: TextRequest, answer: VoiceAnswer | undefined) => void;
  /** Fades the content, or restores it. */
  readonly fade: (faded: boolean) => void;
}

const titles: Readonly<Record<VoiceName, string>> = {
  whisper: 'Say it softly.',
  emphasize: 'Say what matters.',
  shout: 'Say it loud.',
  scream: 'Say it louder.',
};

export const createStage = (stage: HTMLElement): Stage => {
  const find = (selector: string) => stage.querySelector(selector) as HTMLElement;
  const refit = () => fitText(stage);
  new ResizeObserver(refit).observe(find('.room'));
  document.fonts.addEventListener('loadingdone', refit);
  return {
    show: ({ voice, value = 1, text }, answer) => {
      stage.dataset.voice = voice;
      stage.style.setProperty('--intensity', String(value));
      find('h1').textContent = titles[voice];
      const output = find('output');
      output.replaceChildren(...(answer ? contentOf(answer) : [text]));
      // A layout without the animation restarts the animation.
      output.style.animation = 'none';
      refit();
      output.style.animation = '';
      // A long answer is read from its beginning.
      scrollTo(0, 0);
    },
    fade: (faded) => stage.toggleAttribute('data-faded', faded),
  };
};

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
