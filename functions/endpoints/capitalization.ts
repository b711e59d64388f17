/**
 * What the endpoints that change the case of a text share. What only the API's description needs is a function, so that
 * esbuild leaves it out of the bundles.
 */
import * as v from 'valibot';
import { integerField, longestText, maxSizeText, stringField, text } from '../request/fields.ts';
import type { Documentation, FieldDocumentation } from './definition.ts';

export const textRequest = v.object({ text });

export const maxIntensity = 10;

export const capitalizationResponse = () =>
  v.object({
    original: stringField(longestText, 'The submitted text, verbatim.'),
    // A character becomes at most three (Unicode's SpecialCasing.txt).
    result: stringField(3 * longestText + maxIntensity, 'The converted text.'),
    characters_amplified: integerField(
      0,
      longestText,
      'The number of characters (Unicode code points) of `original` whose case changed, in either direction.',
    ),
  });
export type CapitalizationResponse = Readonly<
  v.InferOutput<ReturnType<typeof capitalizationResponse>>
>;

/** Documents `text`. Its schema has no maximum, since the size of the body is checked first. */
export const textField = (): FieldDocumentation => ({
  description: `The text: at least one character. A body of more than ${maxSizeText} characters gets 413.`,
  maxLength: longestText,
});

export const caseMapping =
  "Case is changed by Unicode's full mappings, regardless of language: one character may become several.";

type CaseDocumentation = Documentation<typeof textRequest, typeof capitalizationResponse>;

/** The documentation of an endpoint that takes nothing but a text. */
export const caseDocumentation = (
  description: string,
  examples: CaseDocumentation['examples'],
): CaseDocumentation => ({
  tag: 'Text',
  description: `${description} ${caseMapping}`,
  request: { schema: 'TextRequest', fields: { text: textField() }, invalid: [] },
  response: { schema: 'Capitalization' },
  examples,
});

/**
 * Unicode's full default case mapping, independent of locale (The Unicode Standard, section 3.13, and
 * SpecialCasing.txt): `ß` becomes `SS`.
 */
export const uppercase = (text: string): CapitalizationResponse => ({
  original: text,
  result: text.toUpperCase(),
  characters_amplified: count(text, /\p{Changes_When_Uppercased}/gu),
});

/** The same mapping to lower case: a `Σ` at the end of a word becomes `ς`. */
export const lowercase = (text: string): CapitalizationResponse => ({
  original: text,
  result: text.toLowerCase(),
  characters_amplified: count(text, /\p{Changes_When_Lowercased}/gu),
});

const count = (text: string, characters: RegExp): number => text.match(characters)?.length ?? 0;
