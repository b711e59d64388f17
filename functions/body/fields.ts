/** The fields of request schemas. Each check's message is its issue type: see `BodySchema`. */
import * as v from 'valibot';

export const text = v.pipe(v.string('string_type'), v.minLength(1, 'string_too_short'));

/** An integer within inclusive bounds. `3.0` is accepted as 3. */
export const integer = (minimum: number, maximum: number) =>
  v.pipe(
    v.number('int_type'),
    v.integer('int_from_float'),
    v.minValue(minimum, 'greater_than_equal'),
    v.maxValue(maximum, 'less_than_equal'),
  );

/** A number above `bound` and at most `maximum`. */
export const numberAbove = (bound: number, maximum: number) =>
  v.pipe(
    v.number('float_type'),
    v.gtValue(bound, 'greater_than'),
    v.maxValue(maximum, 'less_than_equal'),
  );
