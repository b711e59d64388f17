/** What the endpoints that change the case of a text have in common. */
import * as v from 'valibot';
import { text } from '../body/fields.ts';
import { integer, longestText, string } from '../http/response-fields.ts';
import type { CaseMapping } from './case.ts';

/** The text request of the specification: what `shout` and `whisper` take. */
export const textRequest = v.object({ text });

/** The capitalization response of the specification. */
export const capitalizationResponse = () =>
  v.object({
    original: string(longestText, 'The submitted text, verbatim.'),
    // In its other case, a character becomes three at most (Unicode's SpecialCasing.txt); scream appends ten.
    result: string(3 * longestText + 10, 'The text in its new case.'),
    characters_amplified: integer(
      0,
      longestText,
      'How many characters (Unicode code points) of `original` changed their case, in either direction.',
    ),
  });
export type CapitalizationResponse = Readonly<
  v.InferOutput<ReturnType<typeof capitalizationResponse>>
>;

/** The response for a text whose case was changed. `suffix` is appended to it, and not counted. */
export const capitalization = (
  original: string,
  { result, changed }: CaseMapping,
  suffix = '',
): CapitalizationResponse => ({
  original,
  result: result + suffix,
  characters_amplified: changed,
});
