/** `POST /v1/emphasize`: makes words chosen by a model bold in Markdown. */
import * as v from 'valibot';
import { emphasize } from '../../emphasis/emphasize.ts';
import { type EmphasisModel, embeddedModelName } from '../../emphasis/model.ts';
import { countedNeeds } from '../../environment/environment.ts';
import { longestName, longestText, numberAbove, stringField, text } from '../../request/fields.ts';
import { textField } from '../capitalization.ts';
import type { Documentation } from '../definition.ts';

export const route = { method: 'POST', path: '/v1/emphasize', access: 'counted' } as const;

export const needs = {
  ...countedNeeds,
  BEDROCK_MODEL: ['optional', 'bedrock:InvokeModel'],
} as const;

export const request = v.object({
  text,
  emphasis_ratio: v.optional(numberAbove(0, 1), 0.3),
});

export const response = () =>
  v.object({
    original: stringField(longestText, 'The submitted text, verbatim.'),
    // At most a pair of asterisks for each character.
    result: stringField(5 * longestText, 'The text with the chosen words in Markdown bold.'),
    emphasized_words: v.pipe(
      v.array(v.pipe(v.string(), v.maxLength(longestText))),
      v.maxLength(longestText),
      v.readonly(),
      v.description('The chosen words in the order of the text, one entry for each occurrence.'),
    ),
    model: stringField(
      longestName,
      'The name and version of the model that chose; of two, joined by `+`.',
    ),
    experimental: v.pipe(v.literal(true), v.description('Always `true`.')),
  });

export type EmphasizeResponse = Readonly<v.InferOutput<ReturnType<typeof response>>>;

/**
 * Emphasizes the words that a model ranks first.
 *
 * @param deadline - when the time for the model ends, in milliseconds since the epoch.
 */
export const work = async (
  { text, emphasis_ratio }: v.InferOutput<typeof request>,
  rank: EmphasisModel,
  deadline: number,
): Promise<EmphasizeResponse> => {
  const { result, chosen, model } = await emphasize(text, emphasis_ratio, rank, deadline);
  return {
    original: text,
    result,
    emphasized_words: chosen.map((word) => word.text),
    model,
    experimental: true,
  };
};

export const documentation = (): Documentation<typeof request, typeof response> => ({
  tag: 'Text',
  description: `Puts words that a model chooses in bold.

**Experimental**: the chosen words may differ between identical calls and between versions.

Bold is Markdown: two asterisks on each side. The guide says [which words are chosen](/guide#emphasize), and what is guaranteed.`,
  experimental: true,
  request: {
    schema: 'EmphasizeRequest',
    fields: {
      text: textField(),
      emphasis_ratio: {
        description:
          'The fraction of words to emphasize. A higher ratio never emphasizes fewer words.',
      },
    },
    invalid: [
      ['`emphasis_ratio` is not a number', '{"text":"hello","emphasis_ratio":true}'],
      ['`emphasis_ratio` is not above 0', '{"text":"hello","emphasis_ratio":0}'],
      ['`emphasis_ratio` is above 1', '{"text":"hello","emphasis_ratio":1.5}'],
      ['Several errors at once', '{"emphasis_ratio":null}'],
    ],
  },
  response: { schema: 'Emphasis' },
  examples: {
    one_word: {
      summary: 'One word of four',
      request: { text: 'Never run with scissors', emphasis_ratio: 0.25 },
      response: {
        original: 'Never run with scissors',
        result: '**Never** run with scissors',
        emphasized_words: ['Never'],
        model: embeddedModelName,
        experimental: true,
      },
    },
    default_ratio: {
      summary: 'Without `emphasis_ratio`: three words of ten',
      request: { text: 'Please do not feed the ducks; bread makes them sick.' },
      response: {
        original: 'Please do not feed the ducks; bread makes them sick.',
        result: 'Please do **not** **feed** the **ducks**; bread makes them sick.',
        emphasized_words: ['not', 'feed', 'ducks'],
        model: embeddedModelName,
        experimental: true,
      },
    },
  },
});
