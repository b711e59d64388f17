/** The answers of the voices. */
import type { EmphasizeResponse } from '../../../../functions/emphasize/endpoint.ts';
import { work as scream } from '../../../../functions/scream/endpoint.ts';
import { work as shout } from '../../../../functions/shout/endpoint.ts';
import type { CapitalizationResponse } from '../../../../functions/text/capitalization.ts';
import { work as whisper } from '../../../../functions/whisper/endpoint.ts';
import { settings, type TextRequest } from './request.ts';

/** An answer of the API. */
export interface VoiceAnswer {
  readonly body: CapitalizationResponse | EmphasizeResponse;
  /** The indexes of the emphasized words, the most important first. */
  readonly order?: readonly number[];
}

/** What is on the stage. */
export interface Shown {
  readonly request: TextRequest;
  /** Undefined for a text that the service has not emphasized yet: it is shown plain. */
  readonly answer: VoiceAnswer | undefined;
  /** Milliseconds from the call to the answer; absent if the service was not called. */
  readonly duration?: number;
}

/** The service's answer by the endpoints' own code; undefined where only the service can tell. */
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

/** One line about an answer. */
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
