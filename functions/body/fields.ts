/** The fields that request schemas are made of. Each check's message is its problem type. */
import * as v from 'valibot';
import type { IssueType } from './validation-issue.ts';

const type = (name: IssueType): IssueType => name;

/** A text of at least one character. */
export const text = v.pipe(v.string(type('string_type')), v.minLength(1, type('string_too_short')));

/** An integer from `minimum` to `maximum`, both included. `3.0` is the integer 3. */
export const integer = (minimum: number, maximum: number) =>
  v.pipe(
    v.number(type('int_type')),
    v.integer(type('int_from_float')),
    v.minValue(minimum, type('greater_than_equal')),
    v.maxValue(maximum, type('less_than_equal')),
  );

/** A number above `bound` and up to `maximum`. */
export const numberAbove = (bound: number, maximum: number) =>
  v.pipe(
    v.number(type('float_type')),
    v.gtValue(bound, type('greater_than')),
    v.maxValue(maximum, type('less_than_equal')),
  );
