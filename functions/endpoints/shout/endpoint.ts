/** `POST /v1/shout`: uppercases the text. */
import type * as v from 'valibot';
import {
  capitalizationResponse,
  caseDocumentation,
  textRequest,
  uppercase,
} from '../capitalization.ts';

export const route = { method: 'POST', path: '/v1/shout', access: 'counted' } as const;

export { countedNeeds as needs } from '../../environment/environment.ts';

export const request = textRequest;
export const response = capitalizationResponse;

export const work = ({ text }: v.InferOutput<typeof request>) => uppercase(text);

export const documentation = () =>
  caseDocumentation('Converts the text to upper case.', {
    words: {
      summary: 'Words',
      request: { text: 'hello, world' },
      response: { original: 'hello, world', result: 'HELLO, WORLD', characters_amplified: 10 },
    },
    sharp_s: {
      summary: 'A letter that becomes two',
      request: { text: 'straße' },
      response: { original: 'straße', result: 'STRASSE', characters_amplified: 6 },
    },
  });
