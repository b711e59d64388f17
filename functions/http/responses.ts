/**
 * What the service answers. The functions take their types from here; the schemas go into the API
 * description, and nothing of them into a bundle.
 */
import * as v from 'valibot';

const string = (description: string) => v.pipe(v.string(), v.description(description));

const integer = (minimum: number, description: string) =>
  v.pipe(v.number(), v.integer(), v.minValue(minimum), v.description(description));

/** The capitalization response of the specification. */
export const capitalizationResponse = v.object({
  original: string('The submitted text, verbatim.'),
  result: string('The text in its new case.'),
  characters_amplified: integer(
    0,
    'How many characters (Unicode code points) of `original` changed their case, in either direction.',
  ),
});
export type CapitalizationResponse = Readonly<v.InferOutput<typeof capitalizationResponse>>;

/** The emphasize response of the specification. */
export const emphasizeResponse = v.object({
  original: string('The submitted text, verbatim.'),
  result: string('The text with the chosen words in Markdown bold.'),
  emphasized_words: v.pipe(
    v.array(v.string()),
    v.readonly(),
    v.description('The chosen words in the order of the text, one entry for each place.'),
  ),
  model: string('The model that chose, with its version.'),
  experimental: v.pipe(v.literal(true), v.description('Always true.')),
});
export type EmphasizeResponse = Readonly<v.InferOutput<typeof emphasizeResponse>>;

/** The health response of the specification. */
export const healthResponse = v.object({
  status: v.pipe(v.literal('ok'), v.description('That the service answers.')),
  version: v.pipe(
    v.string(),
    v.regex(/^\d+\.\d+\.\d+$/),
    v.description('The version of the service.'),
  ),
});
export type HealthResponse = Readonly<v.InferOutput<typeof healthResponse>>;

/** The rate-limit status response of the specification. */
export const rateLimitsResponse = v.object({
  requests_remaining: integer(0, 'Slots left in the current window.'),
  limit: integer(1, 'Slots per window for this key.'),
  resets_in_seconds: integer(1, 'Seconds until the window resets and all slots are free again.'),
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
    v.array(v.union([v.string(), v.pipe(v.number(), v.integer())])),
    v.readonly(),
    v.description(
      "Where it is: `body`, then the field; for a body that can't be parsed, the offset of the fault.",
    ),
  ),
  msg: string('The problem in a sentence.'),
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
        error: v.exactOptional(v.string()),
      }),
      v.description("The bound that was not kept, or the fault of a body that can't be parsed."),
    ),
  ),
});
export type ValidationIssue = Readonly<v.InferOutput<typeof validationIssue>>;

/** The body of a 422. */
export const validationError = v.object({
  detail: v.pipe(
    v.array(validationIssue),
    v.minLength(1),
    v.description('All problems of the body, in the order of its fields.'),
  ),
});

/** The body of every other status that is not a success. */
export const error = v.object({
  detail: string('What is wrong, and what to do about it, for the person who reads it.'),
});
