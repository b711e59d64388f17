/** The bodies of errors: types for the functions, schemas for the API's description. */
import * as v from 'valibot';
import { longestName, maxCharacters, stringField } from './fields.ts';

/** The longest message in characters, with room for new ones. */
const longestSentence = 1_000;

/** An entry of a 422, as pydantic v2 writes it. */
export const validationIssue = v.object({
  type: v.pipe(
    v.picklist([
      'missing',
      'string_type',
      'string_too_short',
      'int_type',
      'int_from_float',
      'float_type',
      'bool_type',
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
      "The location: `body`, then the field; for a body that can't be parsed, the offset of the fault.",
    ),
  ),
  msg: stringField(longestSentence, 'A description of the problem.'),
  input: v.pipe(
    v.unknown(),
    v.description(
      "The invalid value. For a missing field, the object without it; for a missing body, `null`; for a body that can't be parsed, `{}`.",
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
      v.description("The violated bound, or why a body can't be parsed."),
    ),
  ),
});
export type ValidationIssue = Readonly<v.InferOutput<typeof validationIssue>>;

/** The most entries of a 422: one for each field, with room for new fields. */
const mostProblems = 10;

export const validationError = v.object({
  detail: v.pipe(
    v.array(validationIssue),
    v.minLength(1),
    v.maxLength(mostProblems),
    v.description('All validation errors, in the order of the fields.'),
  ),
});

/** The body of every other error. */
export const serviceError = v.object({
  detail: stringField(
    longestSentence,
    'A message for people: what is wrong, and what to do about it.',
  ),
});
