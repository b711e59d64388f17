/** `POST /v1/whisper`: lowercases the text. */
import type * as v from 'valibot';
import {
  capitalizationResponse,
  caseDocumentation,
  lowercase,
  textRequest,
} from '../capitalization.ts';

export const route = { method: 'POST', path: '/v1/whisper', access: 'counted' } as const;

export { countedNeeds as needs } from '../../environment/environment.ts';

export const request = textRequest;
export const response = capitalizationResponse;

export const work = ({ text }: v.InferOutput<typeof request>) => lowercase(text);

export const documentation = () =>
  caseDocumentation('Converts the text to lower case.', {
    words: {
      summary: 'Words',
      request: { text: 'Hello, World' },
      response: { original: 'Hello, World', result: 'hello, world', characters_amplified: 2 },
    },
    final_sigma: {
      summary: 'A letter with a different form at the end of a word',
      request: { text: 'ΟΔΟΣ' },
      response: { original: 'ΟΔΟΣ', result: 'οδος', characters_amplified: 4 },
    },
  });
