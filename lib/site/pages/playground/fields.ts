/** The composer's fields: text, voice and setting. The tab stores them. */
import { maxCharacters, maxCharactersText } from '../../../../functions/http/body-size.ts';
import { tabStorage } from '../storage.ts';
import { linkedRequest, linkHash, sizeOf, type TextRequest } from './request.ts';
import { type VoiceName, voiceOf } from './voices.ts';

export interface Fields {
  /** The request of the fields. */
  readonly draft: () => TextRequest;
  /** The same; without a text, with that of the example. */
  readonly subject: () => TextRequest;
  readonly fill: (request: TextRequest) => void;
  /** The stored request. */
  readonly remembered: () => TextRequest | undefined;
}

/** The size is shown for texts that take as much as this in a body. */
const largeSize = 0.9 * maxCharacters;

const draftName = 'amplify-draft';

/** @param form - the composer. It may lack sliders and the line with the size. */
export const createFields = (form: HTMLFormElement): Fields => {
  const text = form.querySelector('#text') as HTMLTextAreaElement;
  const size = form.querySelector<HTMLElement>('#size');
  const sliderOf = (voice: VoiceName) =>
    form.querySelector<HTMLInputElement>(`.slider[data-voice=${voice}] input`);

  const draft = (): TextRequest => {
    const checked = form.querySelector('[name=voice]:checked') as HTMLInputElement;
    const voice = checked.value as VoiceName;
    const value = sliderOf(voice)?.valueAsNumber ?? voiceOf(voice).setting?.initial;
    return { voice, text: text.value, ...(value !== undefined && { value }) };
  };

  /** Updates what depends on the fields. */
  const refresh = () => {
    const request = draft();
    for (const slider of form.querySelectorAll<HTMLElement>('.slider')) {
      const voice = slider.dataset.voice as VoiceName;
      const { setting } = voiceOf(voice);
      const input = slider.querySelector('input') as HTMLInputElement;
      const reading = slider.querySelector('.reading') as HTMLElement;
      slider.hidden = voice !== request.voice;
      reading.textContent = `${setting?.reading(input.valueAsNumber)}`;
      input.setAttribute('aria-valuetext', `${setting?.spoken(input.valueAsNumber)}`);
    }
    if (size === null) return;
    // By the text alone: choosing a voice must not move the controls.
    size.hidden = JSON.stringify(text.value).length < largeSize;
    if (size.hidden) return;
    const characters = sizeOf(request);
    size.textContent = `Your text takes ${characters.toLocaleString('en')} of the ${maxCharactersText} characters that a request may have.`;
    size.toggleAttribute('data-over', characters > maxCharacters);
  };

  form.addEventListener('input', () => {
    refresh();
    tabStorage.set(draftName, linkHash(draft()));
  });

  return {
    draft,
    subject: () => ({ ...draft(), text: text.value || text.placeholder }),
    fill: (request) => {
      text.value = request.text;
      (form.querySelector(`[value=${request.voice}]`) as HTMLInputElement).checked = true;
      const slider = sliderOf(request.voice);
      if (slider && request.value !== undefined) slider.value = String(request.value);
      refresh();
    },
    remembered: () => linkedRequest(tabStorage.get(draftName) ?? ''),
  };
};
