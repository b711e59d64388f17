/** The bodies of errors. The functions take their types from here, the API's description the schemas. */
import * as v from 'valibot';
import { maxCharacters } from './body-size.ts';
import { longestName, string } from './response-fields.ts';

/** The longest sentence of the service's own, with room for later ones. */
const longestSentence = 1_000;

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
export const serviceError = v.object({
  detail: string(
    longestSentence,
    'What is wrong, and what to do about it, for the person who reads it.',
  ),
});
