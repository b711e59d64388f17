/** `POST /v1/scream`: uppercases the text and appends exclamation marks. */
import * as v from 'valibot';
import { integer, text } from '../../request/fields.ts';
import {
  type CapitalizationResponse,
  capitalizationResponse,
  caseMapping,
  maxIntensity,
  textField,
  uppercase,
} from '../capitalization.ts';
import type { Documentation } from '../definition.ts';

export const route = { method: 'POST', path: '/v1/scream', access: 'counted' } as const;

export { countedNeeds as needs } from '../../environment/environment.ts';

export const request = v.object({ text, intensity: v.optional(integer(1, maxIntensity), 1) });
export const response = capitalizationResponse;

export const work = ({
  text,
  intensity,
}: v.InferOutput<typeof request>): CapitalizationResponse => {
  const response = uppercase(text);
  return { ...response, result: response.result + '!'.repeat(intensity) };
};

export const documentation = (): Documentation<typeof request, typeof response> => ({
  tag: 'Text',
  description: `Converts the text to upper case and appends exactly \`intensity\` exclamation marks. \`characters_amplified\` does not count these marks. ${caseMapping}`,
  request: {
    schema: 'ScreamRequest',
    fields: {
      text: textField(),
      intensity: {
        description:
          'The number of exclamation marks to append. `3.0` is accepted as 3; `"3"` is rejected.',
      },
    },
    invalid: [
      ['`intensity` is not a number', '{"text":"hello","intensity":"3"}'],
      ['`intensity` has a fraction', '{"text":"hello","intensity":2.5}'],
      ['`intensity` is below 1', '{"text":"hello","intensity":0}'],
      [
        `\`intensity\` is above ${maxIntensity}`,
        `{"text":"hello","intensity":${maxIntensity + 1}}`,
      ],
      ['Several errors at once', `{"text":"","intensity":${maxIntensity + 1}}`],
    ],
  },
  response: { schema: 'Capitalization' },
  examples: {
    three_marks: {
      summary: 'Three exclamation marks',
      request: { text: 'look out', intensity: 3 },
      response: { original: 'look out', result: 'LOOK OUT!!!', characters_amplified: 7 },
    },
    one_mark: {
      summary: 'Without `intensity`: one',
      request: { text: 'look out' },
      response: { original: 'look out', result: 'LOOK OUT!', characters_amplified: 7 },
    },
  },
});
