/** The answers of the voices. */
import type {
  CapitalizationResponse,
  EmphasizeResponse,
} from '../../../../functions/http/responses.ts';
import { scream, shout, whisper } from '../../../../functions/text/capitalization.ts';
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
      return { body: whisper(text) };
    case 'shout':
      return { body: shout(text) };
    case 'scream':
      return { body: scream(text, value) };
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
