import { element } from '../shared/element.ts';
import { splitResult, type VoiceBody, type VoiceRequest } from './voices.ts';

/** By these, styles make a text as large as fits: its length, its longest word and its lines. */
const measureText = (text: string) => ({
  length: text.length,
  word: text.split(/\s/).reduce((longest, { length }) => Math.max(longest, length), 1),
  lines: text.split('\n').length,
});

/**
 * Shows what a voice does to a text, or the text where that is not known.
 *
 * @param animated - whether the voice's animation plays.
 */
export const showOnStage = (
  stage: HTMLElement,
  { voice, text }: VoiceRequest,
  { result = text }: Partial<VoiceBody> = {},
  animated = false,
): void => {
  const output = stage.querySelector('#answer') as HTMLElement;
  const pieces = voice === 'emphasize' ? splitResult(text, result) : [result];
  output.replaceChildren(
    ...pieces.map((piece, index) => (index % 2 === 0 ? piece : element('strong', '', piece))),
  );
  for (const [name, value] of Object.entries(measureText(String(output.textContent)))) {
    stage.style.setProperty(`--${name}`, String(value));
  }
  stage.dataset.look = voice;
  delete stage.dataset.animated;
  if (!animated) return;
  stage.scrollTop = 0;
  // Laid out without the animation, it starts again.
  void stage.offsetWidth;
  stage.dataset.animated = '';
};
