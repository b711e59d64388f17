/** What the endpoints that change case answer. The playground shows it as well, before anything is sent. */
import type { CapitalizationResponse } from '../http/responses.ts';
import { type CaseMapping, lowercase, uppercase } from './case.ts';

export const shout = (text: string): CapitalizationResponse =>
  capitalization(text, uppercase(text));

export const whisper = (text: string): CapitalizationResponse =>
  capitalization(text, lowercase(text));

/** `intensity` is the number of exclamation marks. They are appended and not counted. */
export const scream = (text: string, intensity: number): CapitalizationResponse =>
  capitalization(text, uppercase(text), '!'.repeat(intensity));

const capitalization = (
  original: string,
  { result, changed }: CaseMapping,
  suffix = '',
): CapitalizationResponse => ({
  original,
  result: result + suffix,
  characters_amplified: changed,
});
