/** Shared by the endpoints that change the case of a text. */
import * as v from 'valibot';
import { text } from '../body/fields.ts';
import { integer, longestText, string } from '../http/response-fields.ts';

/** The text request of the specification. */
export const textRequest = v.object({ text });

/** The capitalization response of the specification. */
export const capitalizationResponse = () =>
  v.object({
    original: string(longestText, 'The submitted text, verbatim.'),
    // A character becomes at most three (Unicode's SpecialCasing.txt); scream appends ten.
    result: string(3 * longestText + 10, 'The converted text.'),
    characters_amplified: integer(
      0,
      longestText,
      'The number of characters (Unicode code points) of `original` whose case changed, in either direction.',
    ),
  });
export type CapitalizationResponse = Readonly<
  v.InferOutput<ReturnType<typeof capitalizationResponse>>
>;
