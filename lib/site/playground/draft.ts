/** The composer's fields: text, voice and setting. The tab keeps them. */
import { maxCharacters } from '../../../functions/request/fields.ts';
import { example } from '../example.ts';
import { tabStorage } from '../shared/storage.ts';
import {
  linkedRequest,
  linkHash,
  toBody,
  type VoiceName,
  type VoiceRequest,
  voices,
} from './voices.ts';

/** The size of a request's body in characters, as the service counts it. */
export const bodySize = (request: VoiceRequest): number => [...toBody(request)].length;

const storageName = (entry: unknown): string => `amplify-draft-${entry}`;

const linked = (): VoiceRequest | undefined => {
  const request = linkedRequest(location.hash);
  return request && bodySize(request) <= maxCharacters ? request : undefined;
};

const rememberedDraft = (): VoiceRequest | undefined => {
  const kept = tabStorage.get(storageName(history.state));
  return linkedRequest(kept ?? tabStorage.get(storageName('last')) ?? '');
};

export const createFields = (form: HTMLFormElement) => {
  const find = <T extends Element>(selector: string) => form.querySelector(selector) as T;
  const text = find<HTMLTextAreaElement>('#text');
  const setting = find<HTMLInputElement>('#setting');
  const chosenVoice = () => find<HTMLInputElement>('[name=voice]:checked').value as VoiceName;
  /** By voice. */
  const values: Partial<Record<VoiceName, number>> = {};

  /** What the fields say, with the example's text if the field for it is empty. */
  const draft = (): VoiceRequest => {
    const voice = chosenVoice();
    const value = values[voice] ?? voices[voice].setting?.initial ?? 1;
    return { voice, text: text.value || text.placeholder, value };
  };

  /** Makes the slider or checkbox that of the voice. */
  const fitSetting = () => {
    const { voice, value } = draft();
    const { setting: kept } = voices[voice];
    setting.disabled = kept === undefined;
    if (kept === undefined) return;
    const { label, min, max, step, reading, spoken, checkbox } = kept;
    const ariaValueText = checkbox ? null : spoken(value);
    setting.type = checkbox ? 'checkbox' : 'range';
    Object.assign(setting, { min, max, step, value, checked: value === 1, ariaValueText });
    find('.slider label').textContent = label;
    find('.reading').textContent = reading(value);
  };

  form.addEventListener('input', ({ target }) => {
    const { type, checked, valueAsNumber } = setting;
    if (target === setting) values[chosenVoice()] = type === 'checkbox' ? +checked : valueAsNumber;
    fitSetting();
  });

  return {
    draft,
    /** Keeps the draft for this entry of the browser's history. */
    keep: () => {
      // A link no longer matches the fields.
      if (location.hash || !history.state) history.replaceState(Date.now(), '', location.pathname);
      const hash = linkHash({ ...draft(), text: text.value });
      for (const entry of [history.state, 'last']) tabStorage.set(storageName(entry), hash);
    },
    /** Fills in what the address links to, else the draft of the entry, else the last one. */
    restore: () => {
      const request = linked() ?? rememberedDraft() ?? { ...example, text: '' };
      text.value = request.text;
      values[request.voice] = request.value;
      find<HTMLInputElement>(`[value=${request.voice}]`).checked = true;
      fitSetting();
    },
  };
};
