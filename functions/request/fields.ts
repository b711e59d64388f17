import * as v from 'valibot';
import { withCommas } from '../numbers/numbers.ts';

/** A text in a request. Each check's message is its issue type: see `BodySchema`. */
export const text = v.pipe(v.string('string_type'), v.minLength(1, 'string_too_short'));

/** An integer in a request, within inclusive bounds. `3.0` is accepted as 3. */
export const integer = (minimum: number, maximum: number) =>
  v.pipe(
    v.number('int_type'),
    v.integer('int_from_float'),
    v.minValue(minimum, 'greater_than_equal'),
    v.maxValue(maximum, 'less_than_equal'),
  );

/** A number in a request, above `bound` and at most `maximum`. */
export const numberAbove = (bound: number, maximum: number) =>
  v.pipe(
    v.number('float_type'),
    v.gtValue(bound, 'greater_than'),
    v.maxValue(maximum, 'less_than_equal'),
  );

/** `true` or `false` in a request. */
export const boolean = v.boolean('bool_type');

/**
 * A text in a response.
 *
 * @param maximum - in code points, as JSON Schema counts.
 */
export const stringField = (maximum: number, description: string) =>
  v.pipe(v.string(), v.maxLength(maximum), v.description(description));

/** An integer in a response, within inclusive bounds. */
export const integerField = (minimum: number, maximum: number, description: string) =>
  v.pipe(
    v.number(),
    v.integer(),
    v.minValue(minimum),
    v.maxValue(maximum),
    v.description(description),
  );

/** The largest request body in code points, by the specification (Limits). */
export const maxCharacters = 10_000;

export const maxSizeText = withCommas(maxCharacters);

/** The longest text that fits into a request body, in characters. */
export const longestText = maxCharacters - '{"text":""}'.length;

/** The largest signed 32-bit integer. */
export const largestInteger = 2 ** 31 - 1;

/** The longest name in a response, e.g. of a model, in characters. */
export const longestName = 200;
