/** The composer's fields: text, voice and setting. The tab stores them. */
import { maxCharacters, maxCharactersText } from '../../../../functions/http/body-size.ts';
import { tabStorage } from '../storage.ts';
import {
  linkedRequest,
  linkHash,
  settings,
  sizeOf,
  type TextRequest,
  type VoiceName,
} from './request.ts';

export interface Fields {
  /** The request of the fields. */
  readonly draft: () => TextRequest;
  readonly requestIn: (voice: VoiceName) => TextRequest;
  readonly fill: (request: TextRequest) => void;
  /** The stored request. */
  readonly remembered: () => TextRequest | undefined;
}

/** The size is shown from this many characters on. */
const largeSize = 9_000;

const draftName = 'amplify-draft';

export const createFields = (form: HTMLFormElement): Fields => {
  const find = <T extends Element>(selector: string) => form.querySelector(selector) as T;
  const text = find<HTMLTextAreaElement>('#text');
  const size = find<HTMLElement>('#size');
  const sliderOf = (voice: VoiceName) =>
    form.querySelector<HTMLInputElement>(`.slider[data-voice=${voice}] input`);

  const requestIn = (voice: VoiceName): TextRequest => {
    const value = sliderOf(voice)?.valueAsNumber;
    return { voice, text: text.value, ...(value !== undefined && { value }) };
  };
  const draft = () => requestIn(find<HTMLInputElement>('[name=voice]:checked').value as VoiceName);

  /** Updates what depends on the fields. */
  const refresh = () => {
    const request = draft();
    for (const slider of form.querySelectorAll<HTMLElement>('.slider')) {
      const voice = slider.dataset.voice as VoiceName;
      const input = slider.querySelector('input') as HTMLInputElement;
      slider.hidden = voice !== request.voice;
      const setting = settings[voice]?.(input.valueAsNumber);
      (slider.querySelector('.reading') as HTMLElement).textContent = `${setting?.reading}`;
      input.setAttribute('aria-valuetext', `${setting?.spoken}`);
    }
    const characters = sizeOf(request);
    size.hidden = characters < largeSize;
    size.textContent = `Your text takes ${characters.toLocaleString('en')} of the ${maxCharactersText} characters that a request may have.`;
    size.toggleAttribute('data-over', characters > maxCharacters);
  };

  form.addEventListener('input', () => {
    refresh();
    tabStorage.set(draftName, linkHash(draft()));
  });

  return {
    draft,
    requestIn,
    fill: (request) => {
      text.value = request.text;
      find<HTMLInputElement>(`[value=${request.voice}]`).checked = true;
      const slider = sliderOf(request.voice);
      if (slider && request.value !== undefined) slider.value = String(request.value);
      refresh();
    },
    remembered: () => linkedRequest(tabStorage.get(draftName) ?? ''),
  };
};
