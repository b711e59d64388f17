/** `POST /v1/emphasize`: a model chooses words, which are returned in Markdown bold. */
import * as v from 'valibot';
import { numberAbove, text } from '../body/fields.ts';
import { chosenCount, emphasize } from '../emphasis/bold.ts';
import { embeddedModelName } from '../emphasis/embedded-model-name.ts';
import type { EmphasisModel } from '../emphasis/model.ts';
import { longestOrder, orderHeader, shownOrder } from '../emphasis/order-header.ts';
import { candidateWords } from '../emphasis/words.ts';
import type { Documentation, Route } from '../endpoint.ts';
import { longestName, longestText, string } from '../http/response-fields.ts';
import { textField } from '../text/documentation.ts';

export const route = {
  method: 'POST',
  path: '/v1/emphasize',
  access: 'counted',
  asksModel: true,
} as const satisfies Route;

/** The emphasize request of the specification. `emphasis_ratio` is the fraction of words to emphasize. */
export const request = v.object({
  text,
  emphasis_ratio: v.optional(numberAbove(0, 1), 0.3),
});

/** The emphasize response of the specification. */
export const response = () =>
  v.object({
    original: string(longestText, 'The submitted text, verbatim.'),
    // No text can get more than a pair of asterisks per character.
    result: string(5 * longestText, 'The text with the chosen words in Markdown bold.'),
    emphasized_words: v.pipe(
      v.array(v.pipe(v.string(), v.maxLength(longestText))),
      v.maxLength(longestText),
      v.readonly(),
      v.description('The chosen words in the order of the text, one entry for each place.'),
    ),
    model: string(longestName, 'The model that chose, with its version.'),
    experimental: v.pipe(v.literal(true), v.description('Always true.')),
  });
export type EmphasizeResponse = Readonly<v.InferOutput<ReturnType<typeof response>>>;

/**
 * Emphasizes the words that a model ranks first.
 *
 * @param timeLeft Returns how many milliseconds the model may take.
 * @returns the response body and the headers of the success.
 */
export const work = async (
  { text, emphasis_ratio }: v.InferOutput<typeof request>,
  rank: EmphasisModel,
  timeLeft: () => number,
): Promise<{ body: EmphasizeResponse; headers: Record<string, string> }> => {
  const words = candidateWords(text);
  const count = chosenCount(words.length, emphasis_ratio);
  const { model, order } = await rank(text, words, count, timeLeft);
  const emphasis = emphasize(text, words, order, count);
  return {
    body: {
      original: text,
      result: emphasis.result,
      emphasized_words: emphasis.emphasizedWords,
      model,
      experimental: true,
    },
    headers: count > 0 ? { [orderHeader]: shownOrder(emphasis.order) } : {},
  };
};

export const documentation = (): Documentation<typeof request, typeof response> => ({
  tag: 'Text',
  description: `A model picks words, and makes them bold.

**Experimental**: the words may differ between two calls with the same text, and between versions.

Bold is Markdown's, two asterisks on each side. Words are those of Unicode (UAX #29), in every script. \`emphasis_ratio\` × words of them are chosen, rounded, at least one. A word that can't be shown as newly bold (in code, a link, a bare URL, HTML, or where it is bold already) is not counted and not chosen. Chosen words that touch share one pair of asterisks. \`result\` without the added asterisks is \`original\`; a text with no words comes back unchanged.`,
  experimental: true,
  request: {
    schema: 'EmphasizeRequest',
    fields: {
      text: textField(),
      emphasis_ratio: {
        description:
          'The fraction of words to emphasize. A higher one never emphasizes fewer words.',
      },
    },
    invalid: [
      ['`emphasis_ratio` is not a number', '{"text":"hello","emphasis_ratio":true}'],
      ['`emphasis_ratio` is not above 0', '{"text":"hello","emphasis_ratio":0}'],
      ['`emphasis_ratio` is above 1', '{"text":"hello","emphasis_ratio":1.5}'],
      ['Several problems at once', '{"emphasis_ratio":null}'],
    ],
  },
  response: {
    schema: 'Emphasis',
    headers: {
      [orderHeader]: {
        description: `The places in \`emphasized_words\` of the first ${longestOrder} words, the one that the model ranked first at the front. Absent where no word is chosen.`,
        required: false,
        schema: { type: 'string', pattern: '^\\d{1,4}(, \\d{1,4}){0,99}$', maxLength: 600 },
        example: '1, 0, 2',
      },
    },
  },
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
      request: { text: 'The meeting is moved to Friday because of the storm' },
      response: {
        original: 'The meeting is moved to Friday because of the storm',
        result: 'The **meeting** is moved to **Friday** because of the **storm**',
        emphasized_words: ['meeting', 'Friday', 'storm'],
        model: embeddedModelName,
        experimental: true,
      },
    },
  },
});
