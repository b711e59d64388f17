/** The fields that response schemas are made of, and their bounds. */
import * as v from 'valibot';
import { maxCharacters } from './body-size.ts';

/** A string of at most so many characters (code points, as JSON Schema counts them). */
export const string = (maximum: number, description: string) =>
  v.pipe(v.string(), v.maxLength(maximum), v.description(description));

/** An integer from `minimum` to `maximum`, both included. */
export const integer = (minimum: number, maximum: number, description: string) =>
  v.pipe(
    v.number(),
    v.integer(),
    v.minValue(minimum),
    v.maxValue(maximum),
    v.description(description),
  );

/** The longest text that a request can hold, in characters: the rest of its body is what holds the text. */
export const longestText = maxCharacters - '{"text":""}'.length;

/** The largest number that programs with numbers of 32 bits can read. */
export const largestInteger = 2 ** 31 - 1;

/** The longest name, e.g. of a model, with room for later ones. */
export const longestName = 200;
