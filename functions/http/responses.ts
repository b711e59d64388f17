/**
 * What the service answers. The functions take their types from here; the schemas go into the API
 * description, and nothing of them into a bundle.
 */
import * as v from 'valibot';
import { maxCharacters } from './body-size.ts';

/** A string of at most so many characters (code points, as JSON Schema counts them). */
const string = (maximum: number, description: string) =>
  v.pipe(v.string(), v.maxLength(maximum), v.description(description));

const integer = (minimum: number, maximum: number, description: string) =>
  v.pipe(
    v.number(),
    v.integer(),
    v.minValue(minimum),
    v.maxValue(maximum),
    v.description(description),
  );

/** The longest text that a request can hold, in characters: the rest of its body is what holds the text. */
export const longestText = maxCharacters - '{"text":""}'.length;

/** In its other case, a character becomes three at most (Unicode's SpecialCasing.txt); scream appends ten. */
const longestCapitalized = 3 * longestText + 10;

/** A pair of asterisks for each character is more than any text gets. */
const longestEmphasized = 5 * longestText;

/** How long a name and a sentence of the service's own can be, with room for those to come. */
const longestName = 200;
const longestSentence = 1_000;

/** The largest number that programs with numbers of 32 bits can read. */
export const largestInteger = 2 ** 31 - 1;

/** The capitalization response of the specification. */
export const capitalizationResponse = v.object({
  original: string(longestText, 'The submitted text, verbatim.'),
  result: string(longestCapitalized, 'The text in its new case.'),
  characters_amplified: integer(
    0,
    longestText,
    'How many characters (Unicode code points) of `original` changed their case, in either direction.',
  ),
});
export type CapitalizationResponse = Readonly<v.InferOutput<typeof capitalizationResponse>>;

/** The emphasize response of the specification. */
export const emphasizeResponse = v.object({
  original: string(longestText, 'The submitted text, verbatim.'),
  result: string(longestEmphasized, 'The text with the chosen words in Markdown bold.'),
  emphasized_words: v.pipe(
    v.array(v.pipe(v.string(), v.maxLength(longestText))),
    v.maxLength(longestText),
    v.readonly(),
    v.description('The chosen words in the order of the text, one entry for each place.'),
  ),
  model: string(longestName, 'The model that chose, with its version.'),
  experimental: v.pipe(v.literal(true), v.description('Always true.')),
});
export type EmphasizeResponse = Readonly<v.InferOutput<typeof emphasizeResponse>>;

/** The health response of the specification. */
export const healthResponse = v.object({
  status: v.pipe(v.literal('ok'), v.description('That the service answers.')),
  version: v.pipe(
    v.string(),
    v.regex(/^\d+\.\d+\.\d+$/),
    v.maxLength(longestName),
    v.description('The version of the service.'),
  ),
});
export type HealthResponse = Readonly<v.InferOutput<typeof healthResponse>>;

/** The rate-limit status response of the specification. */
export const rateLimitsResponse = v.object({
  requests_remaining: integer(0, largestInteger, 'Slots left in the current window.'),
  limit: integer(1, largestInteger, 'Slots per window for this key.'),
  resets_in_seconds: integer(
    1,
    largestInteger,
    'Seconds until the window resets and all slots are free again.',
  ),
  status: v.pipe(
    v.picklist(['ok', 'approaching_limit', 'at_limit']),
    v.description(
      '`at_limit` when no slot is left, `approaching_limit` when a quarter or less is, else `ok`.',
    ),
  ),
});
export type RateLimitsResponse = Readonly<v.InferOutput<typeof rateLimitsResponse>>;

/** One problem of a request body, as pydantic v2 writes it. */
export const validationIssue = v.object({
  type: v.pipe(
    v.picklist([
      'missing',
      'string_type',
      'string_too_short',
      'int_type',
      'int_from_float',
      'float_type',
      'greater_than',
      'greater_than_equal',
      'less_than_equal',
      'model_attributes_type',
      'json_invalid',
    ]),
    v.description('The kind of problem.'),
  ),
  loc: v.pipe(
    v.array(
      v.union([
        v.pipe(v.string(), v.maxLength(longestName)),
        v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxCharacters)),
      ]),
    ),
    v.maxLength(2),
    v.readonly(),
    v.description(
      "Where it is: `body`, then the field; for a body that can't be parsed, the offset of the fault.",
    ),
  ),
  msg: string(longestSentence, 'The problem in a sentence.'),
  input: v.pipe(
    v.unknown(),
    v.description(
      "The offending value; for a missing field the object that lacks it, for a missing body `null`, for a body that can't be parsed `{}`.",
    ),
  ),
  ctx: v.exactOptional(
    v.pipe(
      v.object({
        min_length: v.exactOptional(v.number()),
        gt: v.exactOptional(v.number()),
        ge: v.exactOptional(v.number()),
        le: v.exactOptional(v.number()),
        error: v.exactOptional(v.pipe(v.string(), v.maxLength(longestSentence))),
      }),
      v.description("The bound that was not kept, or the fault of a body that can't be parsed."),
    ),
  ),
});
export type ValidationIssue = Readonly<v.InferOutput<typeof validationIssue>>;

/** One for each field, of which there are two today. */
const mostProblems = 10;

/** The body of a 422. */
export const validationError = v.object({
  detail: v.pipe(
    v.array(validationIssue),
    v.minLength(1),
    v.maxLength(mostProblems),
    v.description('All problems of the body, in the order of its fields.'),
  ),
});

/** The body of every other status that is not a success. */
export const error = v.object({
  detail: string(
    longestSentence,
    'What is wrong, and what to do about it, for the person who reads it.',
  ),
});
