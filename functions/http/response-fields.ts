/** The fields of response schemas, and their bounds. */
import * as v from 'valibot';
import { maxCharacters } from './body-size.ts';

/**
 * A text of bounded length.
 *
 * @param maximum - in code points, as JSON Schema counts.
 */
export const stringField = (maximum: number, description: string) =>
  v.pipe(v.string(), v.maxLength(maximum), v.description(description));

/** An integer within inclusive bounds. */
export const integerField = (minimum: number, maximum: number, description: string) =>
  v.pipe(
    v.number(),
    v.integer(),
    v.minValue(minimum),
    v.maxValue(maximum),
    v.description(description),
  );

/** The longest text that fits into a request body, in characters. */
export const longestText = maxCharacters - '{"text":""}'.length;

/** The largest signed 32-bit integer. */
export const largestInteger = 2 ** 31 - 1;

/** Room for any name, e.g. of a model. */
export const longestName = 200;
