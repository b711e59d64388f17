/** The answers of the voices. */
import type { EmphasizeResponse } from '../../../../functions/endpoints/emphasize/endpoint.ts';
import { work as scream } from '../../../../functions/endpoints/scream/endpoint.ts';
import { work as shout } from '../../../../functions/endpoints/shout/endpoint.ts';
import { work as whisper } from '../../../../functions/endpoints/whisper/endpoint.ts';
import type { CapitalizationResponse } from '../../../../functions/text/capitalization.ts';
import { settings, type TextRequest } from './request.ts';

export interface VoiceAnswer {
  readonly body: CapitalizationResponse | EmphasizeResponse;
  /** The indexes of the emphasized words, the most important first. */
  readonly order?: readonly number[];
}

export interface Shown {
  readonly request: TextRequest;
  /** Undefined for a text that was not emphasized yet, which is shown plain. */
  readonly answer: VoiceAnswer | undefined;
  /** From the call to the answer, in milliseconds; absent without a call. */
  readonly duration?: number;
}

/** The answer by the endpoints' own code; undefined if only the service can tell. */
export const localAnswer = ({ voice, text, value = 1 }: TextRequest): VoiceAnswer | undefined => {
  switch (voice) {
    case 'whisper':
      return { body: whisper({ text }) };
    case 'shout':
      return { body: shout({ text }) };
    case 'scream':
      return { body: scream({ text, intensity: value }) };
    default:
      return undefined;
  }
};

export const factsOf = ({ voice, value = 1 }: TextRequest, { body }: VoiceAnswer): string => {
  if ('emphasized_words' in body) {
    const { length } = body.emphasized_words;
    return `${length === 1 ? '1 word' : `${length} words`} chosen by ${body.model}`;
  }
  const { characters_amplified: count } = body;
  if (count > 0) return count === 1 ? '1 character changed' : `${count} characters changed`;
  // Many scripts have no upper and lower case.
  return voice === 'scream' ? `${settings.scream?.(value).spoken} added` : 'Nothing to change';
};
