/** The fields of request schemas. Each check's message is its issue type. */
import * as v from 'valibot';
import type { IssueType } from './validation-issue.ts';

const type = (name: IssueType): IssueType => name;

export const text = v.pipe(v.string(type('string_type')), v.minLength(1, type('string_too_short')));

/** An integer within inclusive bounds. `3.0` is accepted as 3. */
export const integer = (minimum: number, maximum: number) =>
  v.pipe(
    v.number(type('int_type')),
    v.integer(type('int_from_float')),
    v.minValue(minimum, type('greater_than_equal')),
    v.maxValue(maximum, type('less_than_equal')),
  );

/** A number above `bound` and at most `maximum`. */
export const numberAbove = (bound: number, maximum: number) =>
  v.pipe(
    v.number(type('float_type')),
    v.gtValue(bound, type('greater_than')),
    v.maxValue(maximum, type('less_than_equal')),
  );
